import type { OperatorOrganisationView } from "@siegel/contract/calls/operator-organisations.ts";
import { representatives_max } from "@siegel/contract/limits.ts";
import { type FormEvent, type JSX, useRef, useState } from "react";
import { callDesk } from "../api/operator-client.ts";
import { TextField, useFocusOnFault } from "../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { type Draft, draftOf, faultsOf, type Person, type RegisterFaults } from "./register-draft.ts";
import { RepresentativeFields } from "./representative-fields.tsx";

type Props = {
  readonly organisation: OperatorOrganisationView;
  readonly fourEyes: boolean;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

const nobody: Person = { first_name: "", last_name: "", email: "" };
const lines = [
  "legal_name",
  "organization_identifier",
  "locality",
  "country",
  "extract_reference",
] as const satisfies readonly (keyof Draft)[];

/** Takes over what an extract of the register says. */
export function RegisterForm({ organisation, fourEyes, onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(organisation));
  const [found, setFound] = useState<RegisterFaults | null>(null);
  const [isSure, setIsSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<readonly string[]>([]);
  useFocusOnFault(form, found);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const faultAt = (name: string): string | null => {
    const fault = found?.[name];
    return fault === undefined ? null : t(fault);
  };
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const faults = faultsOf(draft, new Date());
    setFound(faults);
    setSaid([]);
    if (Object.keys(faults).length > 0 || busy || !isSure) return;
    setBusy(true);
    const answer = await callDesk("checkRegister", { params: { id: organisation.organization_id }, body: draft });
    setBusy(false);
    if (answer.ok) return onDone();
    setSaid(answer.messages.length > 0 ? answer.messages : [sentenceOfCode(answer.code, t)]);
  }
  return (
    <section className="sheet" aria-label={t("operator.checkTitle")}>
      <form ref={form} noValidate onSubmit={(event) => void save(event)}>
        <div className="part grid gap-5">
          <h2 className="h-card">{t("operator.checkTitle")}</h2>
          {lines.map((name) => (
            <TextField
              key={name}
              id={name}
              label={t(`operator.field_${name}`)}
              {...(name === "organization_identifier" ? { hint: t("operator.identifierHint") } : {})}
              value={draft[name]}
              onChange={(value) => change({ [name]: value })}
              fault={faultAt(name)}
            />
          ))}
          <TextField
            id="extract_day"
            type="date"
            label={t("operator.field_extract_day")}
            hint={t("operator.extractHint")}
            value={draft.extract_day}
            onChange={(extract_day) => change({ extract_day })}
            fault={faultAt("extract_day")}
          />
        </div>
        <div className="part grid gap-5">
          <h3 className="h-card">{t("operator.representatives")}</h3>
          {draft.representatives.map((person, index) => (
            <RepresentativeFields
              // The order is all that tells two apart while they are typed.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              index={index}
              person={person}
              faultAt={faultAt}
              onChange={(next) =>
                change({ representatives: draft.representatives.map((one, n) => (n === index ? next : one)) })
              }
              onRemove={
                draft.representatives.length > 1
                  ? () => change({ representatives: draft.representatives.filter((_, n) => n !== index) })
                  : null
              }
            />
          ))}
          {draft.representatives.length < representatives_max && (
            <button
              className="btn btn-sm btn-side justify-self-start"
              type="button"
              onClick={() => change({ representatives: [...draft.representatives, nobody] })}
            >
              {t("operator.addPerson")}
            </button>
          )}
        </div>
        <div className="part grid gap-4">
          <label className="check">
            <input type="checkbox" checked={isSure} onChange={(event) => setIsSure(event.target.checked)} />
            <span>{t("operator.sure")}</span>
          </label>
          {said.map((sentence) => (
            <Fault key={sentence} id="check-fault">
              {sentence}
            </Fault>
          ))}
          <div className="desk-acts">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy} reason={isSure ? null : t("operator.notSure")} reasonId="sure-why">
              {t(fourEyes ? "operator.handOn" : "operator.verify")}
            </MainButton>
          </div>
          {!isSure && (
            <p className="why" id="sure-why">
              {t("operator.notSure")}
            </p>
          )}
        </div>
      </form>
    </section>
  );
}
