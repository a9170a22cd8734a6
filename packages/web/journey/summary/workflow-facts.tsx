import type { ParticipantView, SummaryView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import type { TextKey } from "../../i18n/text-key.ts";

/** What it was about, who has signed and when, who is still to come. */
export function WorkflowFacts({
  workflow,
  summary,
  zone,
}: {
  workflow: WorkflowView;
  summary: SummaryView | null;
  /** Of the organisation, as in its mails and reports. */
  zone: string;
}): JSX.Element {
  const t = useText();
  const seal = isSeal(workflow.signer_type);
  const people = summary?.participants ?? [];
  const done = people.filter(({ status }) => status === "SIGNED").sort(bySigningTime);
  const open = people.filter(({ status }) => status === "OPEN");
  return (
    <section className="part">
      <p className="eyebrow">{t("credentials.workflow")}</p>
      <h2 className="doc-title">{workflow.name}</h2>
      <dl className="facts mt-3">
        <People label={t("summary.signatory")} people={done.filter(({ seals }) => !seals)} zone={zone} />
        <People label={t("summary.signatorySeal")} people={done.filter(({ seals }) => seals)} zone={zone} />
        <People label={t(openLabel(workflow))} people={open} zone={zone} />
        <div>
          <dt>{t(seal ? "summary.kindSeal" : "summary.kind")}</dt>
          <dd>
            {t(`type.${workflow.signer_type}`)}
            {workflow.organisation !== null && <span className="subtle"> · {workflow.organisation}</span>}
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Who has not signed: they still may, or their time is over, or nobody waits for them any more. */
function openLabel({ status }: WorkflowView): TextKey {
  if (status === "EXPIRED") return "summary.notSignedInTime";
  return status === "CANCELLED" ? "summary.wasOpen" : "summary.stillOpen";
}

/** What was refused, by whom and when; the reason only for the one who gave it. */
export function RefusalFacts({
  workflow,
  refusal,
  zone,
}: {
  workflow: WorkflowView;
  zone: string;
  refusal: SummaryView["refusal"];
}): JSX.Element {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="part">
      <p className="eyebrow">{t("credentials.workflow")}</p>
      <h2 className="doc-title">{workflow.name}</h2>
      <dl className="facts mt-3">
        <div>
          <dt>{t("summary.yourName")}</dt>
          <dd>
            {workflow.first_name} {workflow.last_name}
            {workflow.organisation !== null && <span className="subtle"> · {workflow.organisation}</span>}
          </dd>
        </div>
        {refusal !== null && (
          <div>
            <dt>{t("summary.revokedAt")}</dt>
            <dd>
              <time dateTime={refusal.at}>{momentText(new Date(refusal.at), { language, zone })}</time>
            </dd>
          </div>
        )}
        {refusal !== null && refusal.reason !== null && (
          <div>
            <dt>{t("summary.reason")}</dt>
            <dd className="whitespace-pre-line">{refusal.reason}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

type PeopleProps = { readonly label: string; readonly people: readonly ParticipantView[]; readonly zone: string };

function People({ label, people, zone }: PeopleProps): JSX.Element | null {
  const t = useText();
  const language = useLanguage();
  if (people.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {people.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name and a second; they never change places
        <dd key={at}>
          {one.first_name} {one.last_name}
          {one.you && people.length > 1 && <span className="subtle"> ({t("summary.you")})</span>}
          {one.signed_at !== null && (
            <time className="when" dateTime={one.signed_at}>
              {momentText(new Date(one.signed_at), { language, zone })}
            </time>
          )}
        </dd>
      ))}
    </div>
  );
}

function bySigningTime(a: ParticipantView, b: ParticipantView): number {
  return (a.signed_at ?? "").localeCompare(b.signed_at ?? "");
}
