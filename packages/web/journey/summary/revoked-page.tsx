import type { SummaryView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { summaryFilesQuery, workflowQuery } from "../../api/queries.ts";
import { Frame } from "../../frame/frame.tsx";
import { initiatorOf } from "../../frame/initiator.ts";
import { Loading } from "../../frame/loading.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { RevocationLink } from "./further-links.tsx";
import { SummaryFiles } from "./summary-files.tsx";
import { RefusalFacts } from "./workflow-facts.tsx";

/** After a refusal, one's own or another's: it is over, and nothing was signed by this act. */
export function RevokedPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const files = useQuery(summaryFilesQuery(header, "REVOKED"));
  const workflow = told.data?.workflow;
  const refusal = told.data?.summary?.refusal ?? null;
  const said = wordsFor(refusal, workflow);
  const hasSigned = told.data?.summary?.participants.some(({ you, status }) => you && status === "SIGNED") ?? false;
  return (
    <Frame pack={told.data?.user.whitelabeling_pack ?? null} title={t("summary.revoked")}>
      <div className="done-head">
        <span className="bigring">
          <Icon name="barred" size={72} weight={1.1} />
        </span>
        <div>
          <h1>{t(said.title)}</h1>
          <p className="lead">{t(said.lead, said.values)}</p>
        </div>
      </div>
      {workflow === undefined ? (
        told.isError ? (
          <LoadFailed error={told.error} onRetry={() => void told.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <div className="sheet">
            <RefusalFacts
              workflow={workflow}
              refusal={refusal}
              zone={told.data?.user.whitelabeling_pack.time_zone ?? ""}
            />
            {(files.data ?? []).length > 0 && (
              <SummaryFiles files={files.data ?? []} type={workflow.signer_type} loading={false} />
            )}
          </div>
          <p className="small muted mt-5">
            {t(refusal?.by_you === false ? "summary.question" : "summary.mistake")}{" "}
            <a href={`mailto:${workflow.initiator_email}`}>{t("frame.writeTo", { name: initiatorOf(workflow) })}</a>.
            {refusal?.by_you !== false && ` ${t("summary.mistakeThen")}`}
          </p>
          <RevocationLink type={workflow.signer_type} earlier={!hasSigned} />
        </>
      )}
    </Frame>
  );
}

type Words = {
  readonly title: "summary.revoked" | "summary.revokedYou";
  readonly lead: "summary.revokedLead" | "summary.revokedYouLead" | "summary.revokedYouLeadSeal" | "summary.revokedBy";
  readonly values: Readonly<Record<string, string>>;
};

function wordsFor(refusal: SummaryView["refusal"], workflow: WorkflowView | undefined): Words {
  if (refusal === null || workflow === undefined)
    return { title: "summary.revoked", lead: "summary.revokedLead", values: {} };
  if (!refusal.by_you) return { title: "summary.revoked", lead: "summary.revokedBy", values: { by: refusal.by } };
  const name = initiatorOf(workflow);
  const lead = isSeal(workflow.signer_type) ? "summary.revokedYouLeadSeal" : "summary.revokedYouLead";
  return { title: "summary.revokedYou", lead, values: { name } };
}
