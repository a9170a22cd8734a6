import { type JSX, useEffect, useState } from "react";
import { useText } from "../i18n/catalogue.ts";

/** From when on it takes longer than a person expects. */
const long_ms = 60_000;

type Props = {
  /** Whether the last question was not answered. */
  readonly isAway?: boolean;
  /** Ends it, where that is possible. */
  readonly onStop?: () => void;
};

/** While the result is on its way: what happens, and whether the page may be closed. */
export function Waiting({ isAway = false, onStop }: Props): JSX.Element {
  const t = useText();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), long_ms);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="narrow">
      <div className="sheet">
        <div className="wait" role="status">
          <span className="spin spin-large" aria-hidden="true" />
          <h1>{t("identification.fetching")}</h1>
          <p className="lead">{t(isLong ? "identification.fetchingLong" : "identification.fetchingLead")}</p>
          {isAway && <p className="small">{t("identification.fetchingAway")}</p>}
        </div>
        <div className="part">
          <p className="small muted">{t("identification.fetchingHow")}</p>
        </div>
      </div>
      {onStop !== undefined && (
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onStop}>
              {t("identification.stop")}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
