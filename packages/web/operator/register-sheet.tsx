import type { RegisterView } from "@siegel/contract/calls/operator-register.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { RegisterMark } from "./states.tsx";
import { useDay } from "./use-day.ts";

type Found = NonNullable<RegisterView["verified"]> | NonNullable<RegisterView["check"]>;

/** What the register says, and who may act for the organisation; a check that waits is shown in place of what counts. */
export function RegisterSheet({
  register,
  onCheck,
}: {
  readonly register: RegisterView;
  readonly onCheck: () => void;
}): JSX.Element {
  const t = useText();
  const found = register.check ?? register.verified;
  return (
    <section className="sheet" aria-label={t("operator.register")}>
      <div className="part desk-row">
        <h2 className="h-card">{t("operator.register")}</h2>
        <RegisterMark state={register.state} />
      </div>
      <div className="part">
        {found === null ? <p className="muted">{t("operator.notChecked")}</p> : <RegisterFacts found={found} />}
        {register.check !== null && register.verified !== null && (
          <p className="small muted mt-3">{t("operator.beforeCounts", { name: register.verified.legal_name })}</p>
        )}
        <button className="btn btn-sm btn-side mt-4" type="button" onClick={onCheck}>
          {t(found === null ? "operator.checkFirst" : "operator.checkAgain")}
        </button>
      </div>
      {found !== null && <Representatives of={found} />}
    </section>
  );
}

function RegisterFacts({ found }: { readonly found: Found }): JSX.Element {
  const t = useText();
  const day = useDay();
  const extract =
    found.extract_reference === null || found.extract_day === null
      ? t("operator.noExtract")
      : t("operator.extractOf", { reference: found.extract_reference, day: day(found.extract_day) });
  const by = found.checked_by === "" ? t("operator.byNobody") : found.checked_by;
  const checked = t("operator.checkedBy", { name: by, at: day(found.checked_at, true) });
  const confirmed =
    "confirmed_by" in found && found.confirmed_by !== null && found.confirmed_at !== null
      ? t("operator.confirmedBy", { name: found.confirmed_by, at: day(found.confirmed_at, true) })
      : null;
  return (
    <dl className="facts">
      <div>
        <dt>{t("operator.legalName")}</dt>
        <dd>{found.legal_name}</dd>
      </div>
      <div>
        <dt>{t("operator.identifier")}</dt>
        <dd className="mono">{found.organization_identifier}</dd>
      </div>
      <div>
        <dt>{t("operator.seat")}</dt>
        <dd>{`${found.locality}, ${found.country}`}</dd>
      </div>
      <div>
        <dt>{t("operator.extract")}</dt>
        <dd>{extract}</dd>
      </div>
      <div>
        <dt>{t("operator.checked")}</dt>
        <dd>
          {checked}
          {confirmed !== null && <span className="block">{confirmed}</span>}
        </dd>
      </div>
    </dl>
  );
}

function Representatives({ of }: { readonly of: Found }): JSX.Element {
  const t = useText();
  return (
    <div className="part">
      <h3 className="h-card">{t("operator.representatives")}</h3>
      <p className="small muted">{t("operator.representativesLead")}</p>
      <ul className="parts">
        {of.representatives.map(({ first_name, last_name, email }) => (
          <li key={email}>
            <b>{`${first_name} ${last_name}`}</b>
            <span className="muted">{email}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
