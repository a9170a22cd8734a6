import "../i18n/code-texts.ts";
import { otp_alert_at_s, otp_warning_at_s } from "@siegel/contract/limits.ts";
import { clockText } from "@siegel/contract/moment.ts";
import { type JSX, useEffect } from "react";
import { minutesOf } from "../frame/dates.ts";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import type { TextKey } from "../i18n/text-key.ts";
import type { CodeChannel } from "../paths.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon } from "../ui/icons.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { TimeRing } from "../ui/rings.tsx";
import { CodeInput } from "./code-input.tsx";
import type { ChallengeState, LiveChallenge } from "./stored-challenge.ts";
import { useClock } from "./use-clock.ts";

type Props = {
  readonly channel: CodeChannel | "mail";
  readonly state: ChallengeState;
  /** A code or a signature is on its way. */
  readonly busy: boolean;
  readonly code: string;
  /** More digits were typed or pasted than a code has. */
  readonly surplus: boolean;
  readonly fault: string | null;
  /** Whether it is marked, though its fault stands elsewhere. */
  readonly marked?: boolean;
  /** Whether the person types here once the code was sent. */
  readonly takesFocus?: boolean;
  /** The challenge that no code is taken for any more, null while there is none. */
  readonly endedId: string | null;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
  readonly onCode: (code: string, surplus: boolean) => void;
  readonly onResend: () => void;
};

const references = {
  sms: "code.referenceSms",
  phone: "code.referencePhone",
  mail: "code.referenceMail",
} as const satisfies Record<Props["channel"], TextKey>;

/** The code, its reference, its clock and what to do when it does not come. */
export function CodeCard({ otherWay, ...code }: Props & HelpProps): JSX.Element {
  return (
    <div className="sheet">
      <CodePart {...code} />
      <CodeHelp otherWay={otherWay} />
    </div>
  );
}

/** The code with its reference and its clock: a part of a sheet. */
export function CodePart({
  channel,
  state,
  busy,
  code,
  surplus,
  fault,
  marked = fault !== null,
  takesFocus = true,
  endedId,
  zone,
  onCode,
  onResend,
}: Props): JSX.Element {
  const t = useText();
  const clock = useClock();
  const { challenge } = state;
  const isSent = challenge?.id;
  // Whoever has the code in hand types it: the boxes are what the page is about once it was sent.
  useEffect(() => {
    if (isSent !== undefined && takesFocus) document.getElementById("code")?.focus({ preventScroll: true });
  }, [isSent, takesFocus]);
  // The clock ticks behind the answer: a new code never has more time left than its life.
  const now = Math.max(clock, challenge?.sentAtMs ?? 0);
  const retryAtMs = state.status === "refused" ? state.retryAtMs : (challenge?.resendAtMs ?? 0);
  const waitSeconds = (retryAtMs - now) / 1_000;
  // Time that is left would speak for a code that no longer works.
  const works = challenge !== null && challenge.id !== endedId;
  const waits = busy || waitSeconds > 0;
  const expired = challenge !== null && challenge.expiresAtMs <= now;
  const said = fault ?? (expired ? t("Responses.OTP_EXPIRED") : null);
  return (
    <div className="part grid gap-5">
      <div className="row between wrap gap-x-4 gap-y-0">
        <label className="label m-0" htmlFor="code">
          {t("code.label")}
        </label>
        {challenge !== null && (
          <p className="small muted">
            {t(references[channel])} <b className="mono text-ink">{challenge.reference}</b>
          </p>
        )}
      </div>
      <div className="code-place">
        <CodeInput
          value={code}
          invalid={marked}
          faultId={said === null ? "pair-fault" : "code-fault"}
          onChange={onCode}
        />
        <div>
          {said !== null && <Fault id="code-fault">{said}</Fault>}
          <p className={said === null ? "hint mt-2" : "vh"} id="code-hint" role="status">
            {t(surplus ? "code.surplus" : "code.hint")}
          </p>
        </div>
      </div>
      <div className="row between wrap gap-x-4 gap-y-3">
        {channel !== "phone" && works && <Countdown challenge={challenge} now={now} />}
        {channel === "phone" && works && <ValidUntil expiresAtMs={challenge.expiresAtMs} zone={zone} />}
        <div className="retry">
          <MainButton
            look="side"
            className="btn-sm"
            reason={waits ? retryReason(waitSeconds) : null}
            reasonId="code-retry"
            onPress={onResend}
          >
            <Icon name="again" size={18} />
            {t(channel === "phone" ? "code.retryPhone" : "code.retrySms")}
          </MainButton>
          <p className="tiny subtle num mt-1" id="code-retry">
            {waits ? retryReason(waitSeconds) : t(channel === "phone" ? "code.callNow" : "code.retryNow")}
          </p>
        </div>
      </div>
    </div>
  );

  function retryReason(seconds: number): string {
    if (state.status === "sending") return t("code.sending");
    if (seconds <= 0) return t("frame.wait");
    return t(channel === "phone" ? "code.callIn" : "code.retryIn", { time: minutesOf(seconds) });
  }
}

type HelpProps = {
  /** Where another channel can be chosen; null: there is no other. */
  readonly otherWay: string | null;
};

/** What to do when no code comes: a part of a sheet. */
export function CodeHelp({ otherWay }: HelpProps): JSX.Element {
  const t = useText();
  return (
    <details className="part help py-2">
      <summary>{t("code.help")}</summary>
      <ul className="small muted grid gap-1 pb-3">
        <li>{t("code.help1")}</li>
        <li>{t("code.help2")}</li>
        {otherWay !== null && (
          <li>
            <a className="tap" href={otherWay}>
              {t("code.help3")}
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}

/** A call has no countdown (signer-side.md §2), and its code its end all the same: the minute that is still whole. */
function ValidUntil({ expiresAtMs, zone }: { expiresAtMs: number; zone: string }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const until = new Date(expiresAtMs);
  return (
    <time className="small muted num" dateTime={until.toISOString()}>
      {t("code.validUntil", { time: clockText(until, { language, zone }) })}
    </time>
  );
}

/** The ring runs with the server's time; amber at ten seconds, said aloud at 60, 30, 10 and 5. */
function Countdown({ challenge, now }: { challenge: LiveChallenge; now: number }): JSX.Element {
  const t = useText();
  const left = Math.max(0, Math.ceil((challenge.expiresAtMs - now) / 1_000));
  const said = [otp_alert_at_s, otp_warning_at_s, 30, 60].find((mark) => left <= mark);
  return (
    <div className={left <= otp_warning_at_s ? "ringtime low" : "ringtime"}>
      <TimeRing share={left / challenge.lifeSeconds} />
      <div>
        <p className="num">
          <b role="timer" aria-live="off">
            {minutesOf(left)}
          </b>{" "}
          {left > 0 && <span className="muted">{t("code.valid")}</span>}
        </p>
        {left <= otp_warning_at_s && (
          <p className="tiny text-warn-ink">{t(left === 0 ? "code.expired" : "code.low")}</p>
        )}
      </div>
      <p className="vh" role={left <= otp_alert_at_s ? "alert" : "status"}>
        {left === 0 ? t("code.expired") : said === undefined ? "" : t("code.left", { n: said })}
      </p>
    </div>
  );
}
