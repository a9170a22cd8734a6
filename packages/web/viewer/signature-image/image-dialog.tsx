import "../../i18n/image-texts.ts";
import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import { type JSX, useCallback, useState } from "react";
import type { Answer } from "../../api/answer.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import type { ImageOfSignature } from "./drawn-image.ts";
import { ImageEditor, type Made, nothingMade } from "./image-editor.tsx";
import { SignaturePreview } from "./signature-preview.tsx";
import { type Size, useImagePlaces } from "./use-image-places.ts";
import { sealWords, signatureWords } from "./words-of-image.ts";

/** Who keeps the image of a signature: each tells what is kept now. */
export type ImageKeeper = {
  readonly put: (png: string) => Promise<Answer<SignatureImage>>;
  /** Keeps what the phone gave. */
  readonly take: () => Promise<Answer<SignatureImage>>;
  readonly remove: () => Promise<Answer<null>>;
};

/** What is to be made, and for which place. */
export type ImageDialogProps = {
  readonly forSeal: boolean;
  readonly image: Pick<ImageOfSignature, "name" | "places">;
  /** Of the signature's box, in points. */
  readonly box: Size;
  /** Whether there is an image that can be removed. */
  readonly hasImage: boolean;
  /** Stored, or taken out with null. */
  readonly onSaved: (image: SignatureImage | null) => void;
  readonly onCancel: () => void;
};

type Props = ImageDialogProps & {
  readonly keeper: ImageKeeper;
  /** Lets a phone make the image, and tells of it. */
  readonly phone: (onGiven: (image: SignatureImage) => void) => JSX.Element;
};

/** Makes an image, shows it as it will stand, and stores it when the person says so. */
export function ImageDialog({
  forSeal,
  image: wanted,
  box,
  hasImage,
  keeper,
  phone,
  onSaved,
  onCancel,
}: Props): JSX.Element {
  const t = useText();
  const words = forSeal ? sealWords : signatureWords;
  const places = useImagePlaces(box, wanted.places);
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

  async function store(ask: () => Promise<Answer<SignatureImage | null>>): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await ask();
    setBusy(false);
    if (!answer.ok) setFault(sentenceOfCode(answer.code));
    else onSaved(answer.data);
  }
  const use = (): Promise<void> => store(() => (given !== null ? keeper.take() : keeper.put(image ?? "")));
  return (
    <Dialog title={t(words.title)} lead={t(words.lead)} wide onCancel={busy ? () => undefined : onCancel}>
      <ImageEditor words={words} name={forSeal ? places.name : wanted.name} onMade={onMade} phone={phone(setGiven)} />
      <section className="mt-4" aria-label={t("image.preview")}>
        <p className="small muted mb-1">{t("image.preview")}</p>
        <SignaturePreview base64={image} box={box} places={places} words={places} label={t(words.previewOf)} />
      </section>
      {fault !== null && <Fault id="image-fault">{fault}</Fault>}
      <div className="actions image-actions">
        <div className="go flex-wrap image-go">
          {hasImage && (
            <button
              className="btn btn-side"
              type="button"
              aria-disabled={busy || undefined}
              onClick={() => !busy && void store(keeper.remove)}
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
