import type { ClassUsage } from "@siegel/contract/calls/accounts.ts";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Icon } from "../../ui/icons.tsx";

const classes = ["ses", "aes", "qes"] as const;
/** From here on a card warns, percent. */
const warns_at = 80;

/** For each class of signatures what is used, reserved and free (admin-side.md §2, §9). */
export function UsageCards({
  usage,
}: {
  readonly usage: Readonly<Record<(typeof classes)[number], ClassUsage>>;
}): JSX.Element {
  const t = useText();
  return (
    <ul className="cards" aria-label={t("tokens.usage")}>
      {classes.map((name) => (
        <Card key={name} name={name} usage={usage[name]} />
      ))}
    </ul>
  );
}

function Card({ name, usage }: { readonly name: (typeof classes)[number]; readonly usage: ClassUsage }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { limit, used, reserved, free, ratio } = usage;
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ratio);
  const isTight = limit > 0 && ((used + reserved) / limit) * 100 >= warns_at;
  const use = (
    <>
      <p className="figure">
        {number(used)} <small>{t("tokens.ofLimit", { n: number(limit) })}</small>
      </p>
      {/* The element draws itself; its value is what the words beside it say. */}
      <meter
        className={isTight ? "use tight" : "use"}
        min={0}
        max={Math.max(1, limit)}
        value={Math.min(limit, used + reserved)}
        aria-label={t("tokens.usedPercent", { n: percent })}
      />
      <p className="row between small muted">
        <span>
          {t(reserved === 0 ? "tokens.free" : "tokens.freeReserved", { n: number(free), m: number(reserved) })}
        </span>
        <span className={isTight ? "warned" : undefined}>
          {isTight && <Icon name="warning" size={16} />}
          {t("tokens.percent", { n: percent })}
        </span>
      </p>
    </>
  );
  return (
    <li className="card">
      <div className="row between">
        <h2 className="h-card">{t(`tokens.${name}`)}</h2>
        <span className="tag">{name.toUpperCase()}</span>
      </div>
      {limit + used + reserved === 0 ? <p className="muted">{t("tokens.notIncluded")}</p> : use}
    </li>
  );
}
