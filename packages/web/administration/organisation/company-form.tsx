import type { OrganisationView } from "@siegel/contract/calls/organisation.ts";
import { marks, message_chars_max } from "@siegel/contract/limits.ts";
import { type JSX, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { ClashNote } from "../clash-note.tsx";
import { UnsavedGuard } from "../unsaved-guard.tsx";
import { useWhoIsThere } from "../who-is-there.ts";
import { faultOfLine } from "./line-faults.ts";
import { TextLine } from "./text-line.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";
import { type CompanyField, type CompanyState, useCompany } from "./use-company.ts";

const lineRules = { organization_name: "text", sales_tax_number: "optional", contact_person: "optional" } as const;
type Line = keyof typeof lineRules;
const lines = Object.keys(lineRules) as Line[];

/** What stands on invoices and pages, and what holds for every workflow that says nothing else. */
export function CompanyForm({ read }: { readonly read: OrganisationView }): JSX.Element {
  const t = useText();
  const company = useCompany(read);
  const { head } = useWhoIsThere();
  const [tried, setTried] = useState(false);
  const { draft, clashes, changed, set } = company;
  // What was stored before the rules is left alone until somebody changes it.
  const faultOf = (line: Line) => (changed.includes(line) ? faultOfLine(lineRules[line], draft[line] ?? "") : null);
  const isWrong = lines.some((line) => faultOf(line) !== null);
  const line = (name: Line): JSX.Element => {
    const fault = faultOf(name);
    return (
      <TextLine
        label={t(`organisation.${name}`)}
        value={draft[name] ?? ""}
        optional={lineRules[name] === "optional"}
        fault={fault === null || !tried ? null : t(fault)}
        onChange={(value) => set(name, value)}
      />
    );
  };
  return (
    <form
      className="sheet"
      aria-label={t("organisation.company")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (whyNot(company) === null && !isWrong && !company.busy) void company.save();
      }}
    >
      {clashes.length > 0 && (
        <ClashNote
          clashes={clashes}
          labelOf={(field) => t(`organisation.${field}`)}
          show={(field, value) => shown(field, value)}
          onTheirs={company.takeTheirs}
          onMine={company.keepMine}
        />
      )}
      <section className="setting">
        <div>
          <h2 className="h-card">{t("organisation.company")}</h2>
          <p>
            {t("admin.licence")} <span className="mono">{head?.license_id}</span>
          </p>
        </div>
        <div className="grid gap-4">
          {line("organization_name")}
          <div className="tworow">
            {line("sales_tax_number")}
            {line("contact_person")}
          </div>
        </div>
      </section>
      <TimeZoneField
        value={draft.time_zone}
        service={read.service_time_zone}
        onChange={(value) => set("time_zone", value)}
      />
      <SendingDefaults company={company} />
      <SaveBar company={company} />
      <UnsavedGuard isChanged={changed.length > 0} />
    </form>
  );

  function shown(field: CompanyField, value: string | null): string {
    if (value === null) return "–";
    return field === "mark" ? t(`organisation.mark_${value as (typeof marks)[number]}`) : value;
  }
}

/** Where a signature shows, and what signers read, unless a workflow says it. */
function SendingDefaults({ company: { draft, set } }: { readonly company: CompanyState }): JSX.Element {
  const t = useText();
  const length = (draft.message ?? "").length;
  return (
    <section className="setting">
      <div>
        <h2 className="h-card">{t("organisation.defaults")}</h2>
        <p>{t("organisation.defaultsLead")}</p>
      </div>
      <div className="grid gap-4">
        <div className="field">
          <label htmlFor="mark">{t("organisation.mark")}</label>
          <select
            className="input"
            id="mark"
            value={draft.mark ?? "auto"}
            onChange={(event) => set("mark", event.target.value)}
          >
            {marks.map((mark) => (
              <option key={mark} value={mark}>
                {t(`organisation.mark_${mark}`)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="message">{t("organisation.message")}</label>
          <span className="hint" id="message-hint">
            {t("organisation.messageHint", { n: message_chars_max - length })}
          </span>
          <textarea
            className="input"
            id="message"
            rows={4}
            maxLength={message_chars_max}
            value={draft.message ?? ""}
            aria-describedby="message-hint"
            onChange={(event) => set("message", event.target.value)}
          />
        </div>
      </div>
    </section>
  );
}

/** Why nothing can be saved now. */
function whyNot({ clashes, changed }: CompanyState): "clash.decide" | "organisation.nothingChanged" | null {
  if (clashes.some(({ mine }) => mine !== null)) return "clash.decide";
  return changed.length === 0 ? "organisation.nothingChanged" : null;
}

function SaveBar({ company }: { readonly company: CompanyState }): JSX.Element {
  const t = useText();
  const why = whyNot(company);
  return (
    <div className="savebar">
      <p className="why" id="company-why">
        {why !== null && t(why)}
      </p>
      <MainButton
        type="submit"
        className="btn-sm"
        busy={company.busy}
        reason={why === null ? null : t(why)}
        reasonId="company-why"
      >
        {t("organisation.save")}
      </MainButton>
    </div>
  );
}
