import { useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect } from "react";
import { useClock } from "../code/use-clock.ts";
import { minutesOf } from "../frame/dates.ts";
import { Loading } from "../frame/loading.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { QrCode } from "../frame/qr-code.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon } from "../ui/icons.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { TimeRing } from "../ui/rings.tsx";
import type { CardCalls } from "./card-calls.ts";
import { Outcome, useHeadingFocus } from "./outcome.tsx";
import { Twin } from "./twin.tsx";
import { type PhoneOffer, usePhoneOffer } from "./use-phone-offer.ts";

type Props = {
  readonly calls: CardCalls;
  /** What to do where the code cannot be opened. */
  readonly cannotOpen: string;
  readonly onCancel: () => void;
};

/** A code for the camera of a phone that reads the card; the result comes to this page alone. */
export function PhoneCode({ calls, cannotOpen, onCancel }: Props): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const { offer, offerAgain } = usePhoneOffer(calls);
  const isDone = offer.status === "done";
  const { told } = calls;
  useHeadingFocus(offer.status);
  useEffect(() => {
    if (isDone) void navigate({ href: told, replace: true });
  }, [isDone, told, navigate]);
  const cancel = (): void => {
    if (offer.status === "waiting" || offer.status === "begun") calls.cancel();
    onCancel();
  };
  return (
    <div className="narrow">
      {offer.status === "waiting" && <Shown offer={offer} cannotOpen={cannotOpen} />}
      {(offer.status === "asking" || isDone) && <Loading />}
      {offer.status === "begun" && (
        <div className="sheet">
          <div className="wait" role="status">
            <span className="spin spin-large" aria-hidden="true" />
            <h1>{t("identification.begun")}</h1>
            <p className="lead">{t("identification.begunLead")}</p>
          </div>
        </div>
      )}
      {offer.status === "stopped" && (
        <Outcome look="" icon="barred" title={t("identification.stopped")} lead={t("identification.stoppedLead")} />
      )}
      {offer.status === "failed" && (
        <>
          <PageHead title={t("identification.scan")} />
          <Fault id="offer-fault">{sentenceOfCode(offer.code, t)}</Fault>
        </>
      )}
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={cancel}>
            {t(offer.status === "stopped" || offer.status === "failed" ? "frame.back" : "frame.cancel")}
          </button>
          {(offer.status === "stopped" || offer.status === "failed") && (
            <MainButton onPress={offerAgain}>{t("identification.codeAgain")}</MainButton>
          )}
        </div>
      </div>
    </div>
  );
}

type Waiting = Extract<PhoneOffer, { status: "waiting" }>;

function Shown({ offer, cannotOpen }: { readonly offer: Waiting; readonly cannotOpen: string }): JSX.Element {
  const t = useText();
  const now = useClock();
  const leftMs = Math.max(0, offer.endsAtMs - now);
  return (
    <>
      <PageHead title={t("identification.scan")} lead={t("identification.scanLead")} />
      <div className="sheet">
        <div className="part to-phone">
          <QrCode className="qr" text={offer.url} label={t("identification.code")} />
          <div className="grid gap-3">
            <p className="label m-0">{t("identification.digits")}</p>
            <Twin digits={offer.digits} />
            <p className="small muted">{t("identification.digitsOther")}</p>
          </div>
        </div>
        <div className="part row between wrap gap-x-4 gap-y-3">
          <div className="ringtime">
            <TimeRing share={leftMs / Math.max(1, offer.endsAtMs - offer.madeAtMs)} />
            <div>
              <p className="num">
                <b role="timer" aria-live="off">
                  {minutesOf(Math.ceil(leftMs / 1_000))}
                </b>{" "}
                <span className="muted">{t("identification.codeLeft")}</span>
              </p>
              <p className="tiny subtle">{t("identification.codeNext")}</p>
            </div>
          </div>
          <p className="state you" role="status">
            <Icon name="here" />
            {t("identification.waitsForPhone")}
            {offer.isAnother && <span className="vh">. {t("identification.codeNew")}</span>}
          </p>
        </div>
        <details className="part help py-2">
          <summary>{t("identification.cannotOpen")}</summary>
          <p className="small muted pb-3">{cannotOpen}</p>
        </details>
      </div>
    </>
  );
}
