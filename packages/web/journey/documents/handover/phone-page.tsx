import "../../../i18n/image-texts.ts";
import "../../../viewer/signature-image/signature-image.css";
import { type JSX, useCallback, useEffect, useState } from "react";
import { callApi } from "../../../api/client.ts";
import { Frame } from "../../../frame/frame.tsx";
import { Friendly } from "../../../frame/friendly.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { ServiceAway } from "../../../frame/service-away.tsx";
import { offline } from "../../../frame/why-away.ts";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { Fault } from "../../../ui/fault.tsx";
import { MainButton } from "../../../ui/main-button.tsx";
import { Note } from "../../../ui/note.tsx";
import { ImageEditor, type Made, nothingMade } from "../../../viewer/signature-image/image-editor.tsx";
import { SignaturePreview } from "../../../viewer/signature-image/signature-preview.tsx";
import { noWords, wholeBox } from "../../../viewer/signature-image/use-image-places.ts";
import { type ImageWords, sealWords, signatureWords } from "../../../viewer/signature-image/words-of-image.ts";
import { readFragment } from "./handover-fragment.ts";
import { type Looked, lookedAt } from "./looked.ts";

/** What the phone sees of a hand-over: a place to draw, whether for a signature or a seal, and nothing of whose or under what. */
export function PhonePage(): JSX.Element {
  const t = useText();
  // Behind the # it was never sent to anybody; each call names it in its body.
  const [{ token, forSeal }] = useState(() => readFragment(window.location.hash));
  const words = forSeal ? sealWords : signatureWords;
  const [state, setState] = useState<Looked | "looking" | "sent">("looking");
  const [looks, setLooks] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever the person says so
  useEffect(() => {
    let current = true;
    setState("looking");
    void callApi("lookAtHandover", { body: { token } }, { quiet: true }).then((looked) => {
      if (current) setState(lookedAt(looked));
    });
    return () => {
      current = false;
    };
  }, [token, looks]);
  return (
    <Frame pack={null} title={t(words.phoneTitle)}>
      {state === "looking" && <Loading />}
      {state === "away" && <ServiceAway why={offline} onRetry={() => setLooks((n) => n + 1)} />}
      {state === "over" && <Friendly figure="clock" title={t("image.overTitle")} lead={t("image.overLead")} />}
      {state === "sent" && (
        <div className="stack" role="status">
          <h1>{t("image.sent")}</h1>
          <Note kind="ok" icon="tick">
            {t("image.sentLead")}
          </Note>
        </div>
      )}
      {state === "open" && (
        <Giving token={token} words={words} onGiven={() => setState("sent")} onOver={() => setState("over")} />
      )}
    </Frame>
  );
}

type GivingProps = {
  readonly token: string;
  readonly words: ImageWords;
  readonly onGiven: () => void;
  readonly onOver: () => void;
};

function Giving({ token, words, onGiven, onOver }: GivingProps): JSX.Element {
  const t = useText();
  const [made, setMade] = useState(nothingMade);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const onMade = useCallback((now: Made): void => {
    setMade(now);
    setFault(null);
  }, []);
  async function give(image: string): Promise<void> {
    setBusy(true);
    const given = await callApi("giveImage", { body: { token, image } }, { quiet: true });
    setBusy(false);
    if (given.ok) onGiven();
    else if (given.code === "HANDOVER_OVER") onOver();
    else setFault(given.code);
  }
  const reason = made.status === "ready" ? null : t(made.why);
  return (
    <>
      <PageHead title={t(words.phoneTitle)} lead={t("image.phoneLead")} />
      <div className="sheet part">
        <ImageEditor words={words} name="" onMade={onMade} />
        {made.status === "ready" && (
          <section className="mt-4" aria-label={t("image.preview")}>
            <SignaturePreview
              base64={made.image.base64}
              box={{ width: 3, height: 1 }}
              places={wholeBox}
              words={noWords}
              label={t(words.previewOf)}
            />
          </section>
        )}
        {fault !== null && <Fault id="give-fault">{sentenceOfCode(fault)}</Fault>}
        <p className="why small mt-2" id="give-why" role="status">
          {reason ?? ""}
        </p>
      </div>
      <div className="actions">
        <div className="go">
          <MainButton
            busy={busy}
            reason={reason}
            reasonId="give-why"
            onPress={() => made.status === "ready" && void give(made.image.base64)}
          >
            {t("image.send")}
          </MainButton>
        </div>
      </div>
    </>
  );
}
