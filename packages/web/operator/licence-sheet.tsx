import type { OperatorOrganisationView } from "@siegel/contract/calls/operator-organisations.ts";
import { type JSX, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { LicenceDialog } from "./licence-dialog.tsx";
import { useDay } from "./use-day.ts";

const classes = ["ses", "aes", "qes"] as const;
/** From here on a class warns. */
const warns_at = 0.8;

type Props = { readonly organisation: OperatorOrganisationView; readonly onChanged: () => void };

/** What the organisation may sign, what it has used, and what it pays. */
export function LicenceSheet({ organisation, onChanged }: Props): JSX.Element {
  const t = useText();
  const day = useDay();
  const [open, setOpen] = useState(false);
  const { licence } = organisation;
  const ends =
    licence.expires_at === null ? t("operator.noEnd") : t("operator.endsOn", { day: day(licence.expires_at) });
  return (
    <section className="sheet" aria-label={t("operator.licence")}>
      <div className="part desk-row">
        <h2 className="h-card">{t("operator.licence")}</h2>
        <span className="small muted">{licence.trial ? `${t("operator.trial")}, ${ends}` : ends}</span>
      </div>
      <div className="part grid gap-5">
        {classes.map((name) => (
          <ClassUse key={name} name={name} of={licence[name]} />
        ))}
        <button className="btn btn-sm btn-side justify-self-start" type="button" onClick={() => setOpen(true)}>
          {t("operator.changeLicence")}
        </button>
      </div>
      {open && (
        <LicenceDialog
          organisation={organisation}
          onDone={() => {
            setOpen(false);
            onChanged();
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  );
}

type ClassProps = {
  readonly name: (typeof classes)[number];
  readonly of: OperatorOrganisationView["licence"]["ses"];
};

function ClassUse({ name, of: { limit, used, reserved, fee_cents } }: ClassProps): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const euros = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" });
  const share = limit === 0 ? 0 : (used + reserved) / limit;
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
  return (
    <div className="grid gap-2">
      <div className="desk-row">
        <b className="small">{t(`tokens.${name}`)}</b>
        <span className="small muted num">{t("operator.feeEach", { fee: euros.format(fee_cents / 100) })}</span>
      </div>
      <meter
        className={share >= warns_at ? "use tight" : "use"}
        min={0}
        max={Math.max(1, limit)}
        value={Math.min(limit, used + reserved)}
        aria-label={`${t(`tokens.${name}`)}: ${percent}`}
      />
      <p className="desk-row small muted num">
        <span>
          {t("operator.usedOf", { n: number.format(used), r: number.format(reserved), m: number.format(limit) })}
        </span>
        <span>{percent}</span>
      </p>
    </div>
  );
}
