import { momentText } from "@siegel/contract/moment.ts";
import { type JSX, useEffect, useRef, useState } from "react";
import type { Refusal } from "../api/answer.ts";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { readUser } from "../session.ts";
import { MainButton } from "../ui/main-button.tsx";
import { Friendly } from "./friendly.tsx";
import { type WhyAway, whyAway } from "./why-away.ts";

const figures = { offline: "pause", fault: "cross", maintenance: "clock" } as const;

/** How long a page waits before it tries again by itself, in seconds; after a fault of ours a person decides. */
const waits_s = { offline: 20, fault: null, maintenance: 30 } as const;

type Props = { readonly why: WhyAway; readonly busy?: boolean; readonly onRetry: () => void };

/** In place of a page that cannot be had now: why, what becomes of what was entered, and when it is tried again. */
export function ServiceAway({ why, busy = false, onRetry }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const left = useRetryAlone(waits_s[why.kind], onRetry);
  const lead =
    why.kind === "maintenance" && why.until !== null
      ? t("away.maintenanceUntil", { time: momentText(new Date(why.until), { language, ...zoneOfSession() }) })
      : t(`away.${why.kind}Lead`);
  return (
    <div role="alert">
      <Friendly figure={figures[why.kind]} title={t(`away.${why.kind}`)} lead={lead}>
        <MainButton look="side" busy={busy} onPress={onRetry}>
          {t("frame.tryAgain")}
        </MainButton>
        {left !== null && (
          // Counted for the eyes only: said aloud each second it would be all that is heard.
          <p className="tiny subtle num" aria-hidden="true">
            {t("away.again", { n: left })}
          </p>
        )}
        {why.reference !== null && (
          <p className="tiny subtle">
            {t("away.reference")} <span className="mono">{why.reference}</span>
          </p>
        )}
      </Friendly>
    </div>
  );
}

/** The organisation's zone within a session; before, the device's. */
function zoneOfSession(): { readonly zone?: string } {
  const zone = readUser()?.whitelabeling_pack.time_zone;
  return zone === undefined ? {} : { zone };
}

/** When the server did not answer a page's question. */
export function LoadFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }): JSX.Element {
  return <ServiceAway why={whyAway(refusalOf(error))} onRetry={onRetry} />;
}

const refusalOf = (error: Error | null): Pick<Refusal, "status" | "code" | "messages"> | null =>
  error !== null && "refusal" in error ? (error.refusal as Refusal) : null;

/** Tries again after `wait_s` seconds and whenever the device is online again; answers the seconds that are left, null where it waits for a person. */
function useRetryAlone(wait_s: number | null, onRetry: () => void): number | null {
  const [left, setLeft] = useState(wait_s);
  const latest = useRef(onRetry);
  latest.current = onRetry;
  useEffect(() => {
    if (wait_s === null) return;
    let seconds = wait_s;
    const again = (): void => {
      seconds = wait_s;
      latest.current();
    };
    const timer = setInterval(() => {
      seconds -= 1;
      if (seconds <= 0) again();
      setLeft(seconds);
    }, 1_000);
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [wait_s]);
  return left;
}
