import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { requireHeader, summaryFilesQuery, workflowQuery } from "../../api/queries.ts";
import { Frame } from "../../frame/frame.tsx";
import { LoadFailed, Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { SummaryFiles } from "./summary-files.tsx";
import { WorkflowFacts } from "./workflow-facts.tsx";

/** After a refusal, one's own or another's: it is over, and nothing was signed by this act. */
export function RevokedPage(): JSX.Element {
  const t = useText();
  const header = requireHeader();
  const told = useQuery(workflowQuery(header));
  const files = useQuery(summaryFilesQuery(header));
  const workflow = told.data?.workflow;
  return (
    <Frame pack={told.data?.user.whitelabeling_pack ?? null} title={t("summary.revoked")}>
      <div className="done-head">
        <span className="bigring">
          <Icon name="barred" size={72} weight={1.1} />
        </span>
        <div>
          <h1>{t("summary.revoked")}</h1>
          <p className="lead">{t("summary.revokedLead")}</p>
        </div>
      </div>
      {workflow === undefined ? (
        told.isError ? (
          <LoadFailed onRetry={() => void told.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <div className="sheet">
            <WorkflowFacts workflow={{ ...workflow, status: "REVOKED" }} />
            {(files.data ?? []).length > 0 && <SummaryFiles files={files.data ?? []} loading={false} />}
          </div>
          <p className="small muted mt-5">
            {t("summary.mistake")}{" "}
            <a href={`mailto:${workflow.initiator_email}`}>
              {t("frame.writeTo", { name: `${workflow.initiator_first_name} ${workflow.initiator_last_name}` })}
            </a>
            . {t("summary.mistakeThen")}
          </p>
        </>
      )}
    </Frame>
  );
}
