import { type JSX, useEffect, useMemo, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";

type Props = {
  /** Null: the service's. */
  readonly value: string | null;
  readonly service: string;
  readonly onChange: (value: string | null) => void;
};

/** In which zone times are given, and what time it is there. */
export function TimeZoneField({ value, service, onChange }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const now = useMinutes();
  const zones = useMemo(() => zonesWith(value), [value]);
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: value ?? service }).format(now);
  return (
    <section className="setting">
      <div>
        <h2 className="h-card">{t("organisation.time_zone")}</h2>
        <p>{t("organisation.timeZoneLead")}</p>
      </div>
      <div className="field">
        <label className="vh" htmlFor="time-zone">
          {t("organisation.time_zone")}
        </label>
        <select
          className="input"
          id="time-zone"
          value={value ?? ""}
          aria-describedby="time-zone-now"
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">{t("organisation.asService", { zone: service })}</option>
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
        <span className="hint mt-2" id="time-zone-now">
          {t("organisation.nowThere", { time })}
        </span>
      </div>
    </section>
  );
}

/** The zones that this browser knows, and the one that is set. */
function zonesWith(value: string | null): readonly string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return value === null || known.includes(value) ? known : [value, ...known];
}

/** The time, anew each minute. */
function useMinutes(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), 10_000);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
