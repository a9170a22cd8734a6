import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import type { JSX } from "react";
import { isSeal } from "../../frame/signer-kind.ts";
import { useText } from "../../i18n/catalogue.ts";

/** What it was about and who the signer is. */
export function WorkflowFacts({ workflow }: { workflow: WorkflowView }): JSX.Element {
  const t = useText();
  const act = isSeal(workflow.signer_type) ? "summary.signatorySeal" : "summary.signatory";
  return (
    <section className="part">
      <p className="eyebrow">{t("credentials.workflow")}</p>
      <h2 className="doc-title">{workflow.name}</h2>
      <dl className="facts mt-3">
        <div>
          <dt>{t(workflow.status === "REVOKED" ? "summary.invited" : act)}</dt>
          <dd>
            {workflow.first_name} {workflow.last_name}
            {workflow.organisation !== null && <span className="subtle"> · {workflow.organisation}</span>}
          </dd>
        </div>
        {workflow.status !== "REVOKED" && (
          <div>
            <dt>{t(isSeal(workflow.signer_type) ? "summary.kindSeal" : "summary.kind")}</dt>
            <dd>{t(`type.${workflow.signer_type}`)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
