import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { useAway, useUnitName } from "./authority-names.ts";
import { useDay } from "./use-day.ts";

type Ending = AuthorityHealth["ends"][number];

/** What ends when, the next first, with how much of its time is used up. */
export function AuthorityEnds({ ends }: { readonly ends: readonly Ending[] }): JSX.Element {
  const t = useText();
  return (
    <section className="sheet" aria-label={t("authority.ends")}>
      <div className="part">
        <h2 className="h-card">{t("authority.ends")}</h2>
        <p className="small muted mb-2">{t("authority.endsLead")}</p>
        <ul className="parts endings">
          {ends.map((one) => (
            <Line key={one.name} one={one} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Line({ one }: { readonly one: Ending }): JSX.Element {
  const t = useText();
  const name = useUnitName()(one);
  const away = useAway()(one.ends_at);
  const percent = new Intl.NumberFormat(useLanguage(), { style: "percent", maximumFractionDigits: 0 });
  const [from, until] = [Date.parse(one.begins_at), Date.parse(one.ends_at)];
  const share = Math.min(1, Math.max(0, (Date.now() - from) / (until - from)));
  return (
    <li>
      <span>
        <b className="small block">{name}</b>
        <span className="tiny subtle block">
          <Then one={one} />
        </span>
      </span>
      <meter
        className={one.state === "ok" ? "use" : "use tight"}
        min={0}
        max={1}
        value={share}
        aria-label={t("authority.used", { name, percent: percent.format(share) })}
      />
      <span className={one.state === "ok" ? "small num" : "state warn num"}>
        {one.state !== "ok" && <Icon name="warning" />}
        {away}
      </span>
    </li>
  );
}

/** What comes then. */
function Then({ one: { is_by_hand, renews_at, state } }: { readonly one: Ending }): JSX.Element {
  const t = useText();
  const day = useDay();
  if (state !== "ok") return <>{t(`authority.${state}`)}</>;
  if (renews_at !== null)
    return <>{t(is_by_hand ? "authority.rootSigns" : "authority.renews", { day: day(renews_at) })}</>;
  return <>{t(is_by_hand ? "authority.byHand" : "authority.runsOut")}</>;
}
