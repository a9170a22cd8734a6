import { clockText } from "@siegel/contract/moment.ts";
import type { JSX } from "react";
import { useClock } from "../../../code/use-clock.ts";
import { BackButton } from "../../../frame/back-button.tsx";
import { minutesOf } from "../../../frame/dates.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import { MainButton } from "../../../ui/main-button.tsx";
import { TimeRing } from "../../../ui/rings.tsx";
import type { Hold } from "./held.ts";
import "../../../styles/qualified.css";

type Props = {
  readonly hold: Hold;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
  readonly back: string;
};

/** Another person has one of the documents in hand: how long at most, and that nothing has to be done. */
export function Held({ hold, zone, back }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const now = useClock();
  const leftMs = Math.max(0, hold.untilMs - now);
  const minute_ms = 60_000;
  const until = new Date(Math.ceil(hold.untilMs / minute_ms) * minute_ms);
  return (
    <div className="narrow">
      <div className="sheet">
        <div className="part held" role="status">
          <div className="held-ring">
            <TimeRing share={leftMs / Math.max(1, hold.untilMs - hold.sinceMs)} />
            <b role="timer" aria-live="off">
              {minutesOf(Math.ceil(leftMs / 1_000))}
            </b>
          </div>
          <h1>{t("held.title")}</h1>
          <p className="lead">{t("held.lead", { time: clockText(until, { language, zone }) })}</p>
        </div>
        <div className="part">
          <ul className="points small">
            <li>{t("held.nothing")}</li>
            <li>{t("held.noCode")}</li>
            <li>{t("held.kept")}</li>
          </ul>
        </div>
      </div>
      <div className="actions">
        <div className="go">
          <BackButton to={back} />
          <MainButton reason={t("held.why")} reasonId="held-why">
            {t("authenticate.send")}
          </MainButton>
          <p className="why" id="held-why">
            {t("held.why")}
          </p>
        </div>
      </div>
    </div>
  );
}
