import { isSeal } from "@siegel/contract/signer-kind.ts";
import "../../../i18n/image-texts.ts";
import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type JSX, useCallback, useState } from "react";
import type { Answer } from "../../../api/answer.ts";
import { callApi } from "../../../api/client.ts";
import { filesQuery, requireHeader } from "../../../api/queries.ts";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Fault } from "../../../ui/fault.tsx";
import { MainButton } from "../../../ui/main-button.tsx";
import { ImageEditor, type Made, nothingMade } from "./image-editor.tsx";
import { PhoneHandover } from "./phone-handover.tsx";
import { SignaturePreview } from "./signature-preview.tsx";
import { useImagePlaces } from "./use-image-places.ts";
import { sealWords, signatureWords } from "./words-of-image.ts";

type Props = {
  readonly type: SignerType;
  /** The person's. */
  readonly name: string;
  /** Of the signature's box, in points. */
  readonly box: { readonly width: number; readonly height: number };
  /** Whether there is an image that can be removed. */
  readonly hasImage: boolean;
  /** Stored, or taken out with null. */
  readonly onSaved: (image: SignatureImage | null) => void;
  readonly onCancel: () => void;
};

/** Makes an image, shows it as it will stand, and stores it when the person says so. */
export function ImageDialog({ type, name, box, hasImage, onSaved, onCancel }: Props): JSX.Element {
  const t = useText();
  const words = isSeal(type) ? sealWords : signatureWords;
  const queries = useQueryClient();
  const places = useImagePlaces(box);
  const [made, setMade] = useState(nothingMade);
  const [given, setGiven] = useState<SignatureImage | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const onMade = useCallback((now: Made): void => {
    setMade(now);
    setGiven(null);
    setFault(null);
  }, []);
  const image = given?.png ?? (made.status === "ready" ? made.image.base64 : null);
  const why = image === null && made.status === "none" ? t(made.why) : null;
  const lines = [places.name, t(words.kind), t("image.time"), t("image.reference")];

  async function store(ask: () => Promise<Answer<SignatureImage | true>>): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await ask();
    setBusy(false);
    // What failed may stand in the signature all the same, its answer lost: the files say.
    if (!answer.ok) void queries.invalidateQueries(filesQuery(requireHeader()));
    if (!answer.ok) setFault(sentenceOfCode(answer.code));
    else onSaved(answer.data === true ? null : answer.data);
  }
  const use = (): Promise<void> =>
    store(() =>
      given !== null
        ? callApi("takeHandover", {}, { patient: true })
        : callApi("putSignatureImage", { body: { image: image ?? "" } }, { patient: true }),
    );
  return (
    <Dialog title={t(words.title)} lead={t(words.lead)} wide onCancel={busy ? () => undefined : onCancel}>
      <ImageEditor
        words={words}
        name={isSeal(type) ? places.name : name}
        onMade={onMade}
        phone={<PhoneHandover forSeal={isSeal(type)} onGiven={setGiven} />}
      />
      <section className="mt-4" aria-label={t("image.preview")}>
        <p className="small muted mb-1">{t("image.preview")}</p>
        <SignaturePreview base64={image} box={box} places={places} lines={lines} label={t(words.previewOf)} />
      </section>
      {fault !== null && <Fault id="image-fault">{fault}</Fault>}
      <div className="actions image-actions">
        <div className="go flex-wrap image-go">
          {hasImage && (
            <button
              className="btn btn-side"
              type="button"
              aria-disabled={busy || undefined}
              onClick={() => !busy && void store(() => callApi("deleteSignatureImage", {}, { patient: true }))}
            >
              {t("image.remove")}
            </button>
          )}
          <button className="btn btn-side" type="button" onClick={() => !busy && onCancel()}>
            {t("image.cancel")}
          </button>
          <MainButton busy={busy} reason={why} reasonId="image-why" onPress={() => void use()}>
            {t("image.use")}
          </MainButton>
        </div>
        <p className="why image-why" id="image-why" role="status">
          {why ?? ""}
        </p>
      </div>
    </Dialog>
  );
}
