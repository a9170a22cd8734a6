import type { OperatorOrganisationView } from "@siegel/contract/calls/operator-organisations.ts";
import { cents_max, signatures_max } from "@siegel/contract/limits.ts";
import { type FormEvent, type JSX, useState } from "react";
import { callDesk } from "../api/operator-client.ts";
import { TextField } from "../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";

const classes = ["ses", "aes", "qes"] as const;
type PerClass = Readonly<Record<(typeof classes)[number], string>>;
type Draft = { readonly limits: PerClass; readonly fees: PerClass; readonly end: string; readonly paid: boolean };
type Props = {
  readonly organisation: OperatorOrganisationView;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

const perClass = (textOf: (name: (typeof classes)[number]) => string): PerClass => ({
  ses: textOf("ses"),
  aes: textOf("aes"),
  qes: textOf("qes"),
});

const draftOf = ({ licence }: OperatorOrganisationView): Draft => ({
  limits: perClass((name) => String(licence[name].limit)),
  fees: perClass((name) => String(licence[name].fee_cents)),
  end: lastDayOf(licence.expires_at),
  paid: false,
});

/** The last day on which a licence counts (UTC), as a field of days has it; empty: it has no end. */
const lastDayOf = (end: string | null): string =>
  end === null ? "" : new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
const endOf = (day: string): string | null =>
  day === "" ? null : new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();

const numberOf = (typed: string, max: number): number | null =>
  /^\d{1,10}$/.test(typed.trim()) && Number(typed) <= max ? Number(typed) : null;

/** Changes limits, fees and the end; only what was changed is sent. */
export function LicenceDialog({ organisation, onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const [first] = useState(() => draftOf(organisation));
  const [draft, setDraft] = useState(first);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { trial } = organisation.licence;
  const wrong = (typed: string, max: number) =>
    shown && numberOf(typed, max) === null ? t("operator.numberFault", { max }) : null;
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setShown(true);
    setFault(null);
    const isWrong = classes.some(
      (name) => numberOf(draft.limits[name], signatures_max) === null || numberOf(draft.fees[name], cents_max) === null,
    );
    if (isWrong || busy) return;
    setBusy(true);
    const answer = await callDesk("changeOrganisationLicence", {
      params: { id: organisation.organization_id },
      body: {
        limits: changedOf(first.limits, draft.limits),
        fee_cents: changedOf(first.fees, draft.fees),
        ...(draft.end === first.end ? {} : { expires_at: endOf(draft.end) }),
        ...(draft.paid ? { paid: true as const } : {}),
      },
    });
    setBusy(false);
    if (answer.ok) onDone();
    else setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={t("operator.changeLicence")} lead={t("operator.changeLicenceLead")} onCancel={onCancel} wide>
      <form className="grid gap-5" noValidate onSubmit={(event) => void save(event)}>
        {classes.map((name) => (
          <fieldset className="desk-two" key={name}>
            <legend className="h-card">{t(`tokens.${name}`)}</legend>
            <TextField
              id={`limit-${name}`}
              label={t("operator.limit")}
              value={draft.limits[name]}
              onChange={(typed) => setDraft({ ...draft, limits: { ...draft.limits, [name]: typed } })}
              fault={wrong(draft.limits[name], signatures_max)}
            />
            <TextField
              id={`fee-${name}`}
              label={t("operator.feeCents")}
              value={draft.fees[name]}
              onChange={(typed) => setDraft({ ...draft, fees: { ...draft.fees, [name]: typed } })}
              fault={wrong(draft.fees[name], cents_max)}
            />
          </fieldset>
        ))}
        <TextField
          id="licence-end"
          type="date"
          optional
          label={t("operator.lastDay")}
          hint={t("operator.lastDayHint")}
          value={draft.end}
          onChange={(end) => setDraft({ ...draft, end })}
          fault={null}
        />
        {trial && (
          <label className="check">
            <input
              type="checkbox"
              checked={draft.paid}
              onChange={(event) => setDraft({ ...draft, paid: event.target.checked })}
            />
            <span>{t("operator.makePaid")}</span>
          </label>
        )}
        {fault !== null && <Fault id="licence-fault">{fault}</Fault>}
        <div className="desk-acts">
          <button className="btn btn-side" type="button" onClick={onCancel}>
            {t("frame.cancel")}
          </button>
          <MainButton type="submit" busy={busy}>
            {t("operator.save")}
          </MainButton>
        </div>
      </form>
    </Dialog>
  );
}

const changedOf = (before: PerClass, now: PerClass): Partial<Record<(typeof classes)[number], number>> =>
  Object.fromEntries(
    classes.filter((name) => before[name] !== now[name].trim()).map((name) => [name, Number(now[name])]),
  );
