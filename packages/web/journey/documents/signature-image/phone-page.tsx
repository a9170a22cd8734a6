import "./signature-image.css";
import { type JSX, useCallback, useEffect, useState } from "react";
import { callApi } from "../../../api/client.ts";
import { Frame } from "../../../frame/frame.tsx";
import { Friendly } from "../../../frame/friendly.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { sentenceOfCode } from "../../../i18n/catalogue.ts";
import { Fault } from "../../../ui/fault.tsx";
import { MainButton } from "../../../ui/main-button.tsx";
import { Note } from "../../../ui/note.tsx";
import type { Composing } from "./compose.ts";
import { ImageEditor } from "./image-editor.tsx";
import { SignaturePreview } from "./signature-preview.tsx";
import { useImageText } from "./use-image-text.ts";

/** What the phone sees of a hand-over: a place to draw, and nothing of whom or what it is for. */
export function PhonePage(): JSX.Element {
  const t = useImageText();
  // Behind the # it was never sent to anybody; each call names it in its body.
  const [token] = useState(() => window.location.hash.slice(1));
  const [state, setState] = useState<"looking" | "open" | "over" | "sent">("looking");
  useEffect(() => {
    let current = true;
    void callApi("lookAtHandover", { body: { token } }, { quiet: true }).then((looked) => {
      if (current) setState(looked.ok ? "open" : "over");
    });
    return () => {
      current = false;
    };
  }, [token]);
  return (
    <Frame pack={null} title={t("phoneTitle")}>
      {state === "looking" && <Loading />}
      {state === "over" && <Friendly figure="clock" title={t("overTitle")} lead={t("overLead")} />}
      {state === "sent" && (
        <div className="stack" role="status">
          <h1>{t("sent")}</h1>
          <Note kind="ok" icon="tick">
            {t("sentLead")}
          </Note>
        </div>
      )}
      {state === "open" && <Giving token={token} onGiven={() => setState("sent")} onOver={() => setState("over")} />}
    </Frame>
  );
}

type GivingProps = { readonly token: string; readonly onGiven: () => void; readonly onOver: () => void };

function Giving({ token, onGiven, onOver }: GivingProps): JSX.Element {
  const t = useImageText();
  const [composed, setComposed] = useState<Composing>({ status: "empty" });
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const onComposed = useCallback((made: Composing): void => {
    setComposed(made);
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
  const reason = composed.status === "ready" ? null : t(composed.status);
  return (
    <>
      <PageHead title={t("phoneTitle")} lead={t("phoneLead")} />
      <div className="sheet part">
        <ImageEditor ways={["draw", "picture", "type"]} name="" onComposed={onComposed} />
        {composed.status === "ready" && (
          <section className="mt-4" aria-label={t("preview")}>
            <SignaturePreview
              base64={composed.image.base64}
              box={{ width: 1, height: 1 }}
              lines={[]}
              label={t("previewOf")}
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
            onPress={() => composed.status === "ready" && void give(composed.image.base64)}
          >
            {t("send")}
          </MainButton>
        </div>
      </div>
    </>
  );
}
