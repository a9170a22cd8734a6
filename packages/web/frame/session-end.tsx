import { type JSX, useCallback, useEffect, useRef, useState } from "react";
import { callApi, leaveTo } from "../api/client.ts";
import { notify } from "../api/notices.ts";
import { useSessionPhase } from "../api/session-time.ts";
import { codeOfEnd } from "../ended-session.ts";
import { useText } from "../i18n/catalogue.ts";
import type { TextKey } from "../i18n/text-key.ts";
import { readOutcome } from "../session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { minutesOf } from "./dates.ts";
import { saveBeforeLeaving } from "./leaving.ts";
import { signOut } from "./sign-out.ts";

/** Who did something within this time is there: their session is prolonged without asking. */
const there_ms = 120_000;
const signsOfLife = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** When somebody last touched, typed or scrolled here; drawn nowhere. */
function useLastSign(): { readonly current: number } {
  const lastMs = useRef(0);
  useEffect(() => {
    const note = (): void => {
      lastMs.current = Date.now();
    };
    for (const sign of signsOfLife) window.addEventListener(sign, note, { passive: true });
    return () => {
      for (const sign of signsOfLife) window.removeEventListener(sign, note);
    };
  }, []);
  return lastMs;
}

/** What a kind of session does when it is about to end. */
export type EndingSession = {
  /** Prolongs it; answers whether that worked. */
  readonly extend: () => Promise<boolean>;
  /** Its time is over. */
  readonly end: () => void;
  /** The person leaves. */
  readonly signOut: () => Promise<void>;
  /** Leads to a new login, where it cannot be prolonged. */
  readonly logInAgain: () => void;
  readonly endingLead: TextKey;
  readonly closingLead: TextKey;
};

/** A signer's: what could not be saved by now waits in this tab for the next login. */
function signersSession(): EndingSession {
  const isOpen = readOutcome() === null;
  return {
    extend: async () => (await callApi("extendSession", {})).ok,
    end: () => {
      notify("failure", codeOfEnd("SESSION_ENDED"));
      leaveTo("link");
    },
    signOut,
    logInAgain: () => void saveBeforeLeaving().then(() => leaveTo("link")),
    endingLead: isOpen ? "session.endingLead" : "session.endingLeadAfter",
    closingLead: isOpen ? "session.closingLead" : "session.closingLeadAfter",
  };
}

/** Warns before the session ends, prolongs it where that is possible, and leads to a new login where it is over. */
export function SessionEnd({ of = signersSession }: { of?: () => EndingSession }): JSX.Element | null {
  const state = useSessionPhase();
  const { phase } = state;
  const lastSign = useLastSign();
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);

  const extend = useCallback(async (): Promise<void> => {
    setBusy(true);
    const extended = await of().extend();
    setBusy(false);
    setShown(!extended);
  }, [of]);

  useEffect(() => {
    if (phase === "lasting") setShown(false);
    if (phase === "closing") setShown(true);
    if (phase === "ending") {
      if (Date.now() - lastSign.current < there_ms) void extend();
      else setShown(true);
    }
    if (phase === "over") of().end();
  }, [phase, lastSign, extend, of]);

  if (!shown || phase === "lasting" || phase === "over") return null;
  const seconds = state.secondsLeft;
  const session = of();
  if (phase === "closing") return <Closing seconds={seconds} session={session} onLater={() => setShown(false)} />;
  return <Ending seconds={seconds} session={session} busy={busy} onStay={() => void extend()} />;
}

/** Asks whether somebody is still there. Esc says yes: it is a sign of life. */
function Ending({
  seconds,
  session,
  busy,
  onStay,
}: {
  seconds: number;
  session: EndingSession;
  busy: boolean;
  onStay: () => void;
}): JSX.Element {
  const t = useText();
  const [leaving, setLeaving] = useState(false);
  const leave = (): void => {
    if (busy || leaving) return;
    setLeaving(true);
    void session.signOut();
  };
  return (
    <Dialog title={t("session.ending")} lead={t(session.endingLead)} onCancel={onStay}>
      <TimeLeft seconds={seconds} />
      <div className="actions">
        <div className="go">
          <button
            className="btn btn-side"
            type="button"
            aria-disabled={busy || undefined}
            aria-busy={leaving || undefined}
            onClick={leave}
          >
            {leaving && <span className="spin" aria-hidden="true" />}
            {t("session.leave")}
          </button>
          <MainButton busy={busy} onPress={onStay}>
            {t("session.stay")}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}

/** A login lasts an hour at most: what is filled in is stored, a new login goes on there. */
function Closing({
  seconds,
  session,
  onLater,
}: {
  seconds: number;
  session: EndingSession;
  onLater: () => void;
}): JSX.Element {
  const t = useText();
  return (
    <Dialog title={t("session.closing")} lead={t(session.closingLead)} onCancel={onLater}>
      <TimeLeft seconds={seconds} />
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={onLater}>
            {t("session.later")}
          </button>
          <MainButton onPress={session.logInAgain}>{t("session.again")}</MainButton>
        </div>
      </div>
    </Dialog>
  );
}

/** Counted for the eye each second, said aloud in whole half minutes. */
function TimeLeft({ seconds }: { seconds: number }): JSX.Element {
  const t = useText();
  return (
    <>
      <p className="num" role="timer" aria-live="off">
        {t("session.left", { time: minutesOf(seconds) })}
      </p>
      <p className="vh" role="status">
        {t("session.left", { time: minutesOf(Math.ceil(seconds / 30) * 30) })}
      </p>
    </>
  );
}
