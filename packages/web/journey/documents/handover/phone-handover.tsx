import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import { type JSX, useEffect, useState } from "react";
import { callApi } from "../../../api/client.ts";
import { QrCode } from "../../../frame/qr-code.tsx";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { Fault } from "../../../ui/fault.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { fragmentOf } from "./handover-fragment.ts";

const ask_again_ms = 2_000;

type Handover =
  | { readonly status: "asking" | "over" | "given" }
  | { readonly status: "waiting"; readonly url: string; readonly endsAtMs: number; readonly minutes: number }
  | { readonly status: "failed"; readonly code: string };

/** `forSeal`: so that the phone asks for no signature. */
type Props = { readonly forSeal: boolean; readonly onGiven: (image: SignatureImage) => void };

/** A QR code that lets a phone give one image to this page, and the wait for it. */
export function PhoneHandover({ forSeal, onGiven }: Props): JSX.Element {
  const t = useText();
  const [asked, setAsked] = useState(1);
  const [handover, setHandover] = useState<Handover>({ status: "asking" });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is asked for whenever the person says so
  useEffect(() => {
    let current = true;
    setHandover({ status: "asking" });
    void callApi("openHandover", {}, { patient: true }).then((opened) => {
      if (!current) return;
      if (!opened.ok) return setHandover({ status: "failed", code: opened.code });
      const { token, expires_in_s } = opened.data;
      const url = new URL(paths.handover + fragmentOf({ token, forSeal }), window.location.origin).href;
      const endsAtMs = performance.now() + expires_in_s * 1_000;
      setHandover({ status: "waiting", url, endsAtMs, minutes: Math.ceil(expires_in_s / 60) });
    });
    return () => {
      current = false;
    };
  }, [asked, forSeal]);

  const endsAtMs = handover.status === "waiting" ? handover.endsAtMs : null;
  useEffect(() => {
    if (endsAtMs === null) return;
    const stop = new AbortController();
    const timer = setInterval(() => void look(), ask_again_ms);
    async function look(): Promise<void> {
      // What does not come now may come in two seconds.
      const told = await callApi("getHandover", {}, { patient: true, signal: stop.signal });
      if (stop.signal.aborted || !told.ok) return;
      const { state, image } = told.data;
      if (image !== null) {
        onGiven(image);
        setHandover({ status: "given" });
      } else if (state !== "waiting") setHandover({ status: "over" });
      else {
        const minutes = Math.max(1, Math.ceil(((endsAtMs ?? 0) - performance.now()) / 60_000));
        setHandover((now) => (now.status === "waiting" && now.minutes !== minutes ? { ...now, minutes } : now));
      }
    }
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [endsAtMs, onGiven]);

  if (handover.status === "waiting")
    return (
      <div className="sig-phone">
        <QrCode className="sig-code" text={handover.url} label={t("image.code")} />
        <p className="small">{t("image.scan")}</p>
        <p className="small muted" role="status">
          {t("image.waiting", { n: handover.minutes })}
        </p>
      </div>
    );
  return (
    <div className="sig-phone">
      {handover.status === "asking" && <span className="spin" aria-hidden="true" />}
      {handover.status === "failed" && <Fault id="handover-fault">{sentenceOfCode(handover.code)}</Fault>}
      <p role="status">
        {handover.status === "given" ? t("image.received") : handover.status === "over" ? t("image.over") : ""}
      </p>
      {handover.status !== "asking" && (
        <button className="btn btn-side" type="button" onClick={() => setAsked((n) => n + 1)}>
          <Icon name="again" size={18} />
          {t("image.again")}
        </button>
      )}
    </div>
  );
}
