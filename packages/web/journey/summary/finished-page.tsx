import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { CallRefused, mayPass } from "../../api/client.ts";
import { useConfiguration } from "../../api/configuration.ts";
import { filesQuery, requireHeader, summaryFilesQuery, workflowQuery } from "../../api/queries.ts";
import { firstSigned } from "../../frame/document-place.ts";
import { Frame } from "../../frame/frame.tsx";
import { LoadFailed, Loading } from "../../frame/loading.tsx";
import { isSeal } from "../../frame/signer-kind.ts";
import { useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { ClosingRing } from "../../ui/rings.tsx";
import { Rosette } from "../../ui/rosette.tsx";
import { AskInitiator, FurtherLinks } from "./further-links.tsx";
import { SummaryFiles } from "./summary-files.tsx";
import { WorkflowFacts } from "./workflow-facts.tsx";

const look_again_ms = 10_000;

/** After the signature: done for everyone, or waiting for others. */
export function FinishedPage(): JSX.Element {
  const t = useText();
  const header = requireHeader();
  const told = useQuery({
    ...workflowQuery(header),
    refetchInterval: ({ state }) => (mayChange(state.data?.workflow.status, state.error) ? look_again_ms : false),
  });
  const status = told.data?.workflow.status;
  const files = useQuery({
    ...summaryFilesQuery(header),
    queryKey: [...summaryFilesQuery(header).queryKey, status ?? ""],
  });
  const type = told.data?.workflow.signer_type;
  // Somebody refused after this signer had signed: nobody is waited for any more.
  if (status === "REVOKED") return <Navigate to={paths.revoked} replace />;
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t("steps.summary")}
      {...(type === undefined ? {} : { step: { type, at: "summary", ended: true } })}
    >
      {told.data === undefined ? (
        told.isError ? (
          <LoadFailed onRetry={() => void told.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <DoneHead workflow={told.data.workflow} />
          <div className="sheet">
            <WorkflowFacts workflow={told.data.workflow} summary={told.data.summary} />
            <SummaryFiles files={files.data ?? []} loading={files.isPending} />
            <Trust />
          </div>
          <AskInitiator workflow={told.data.workflow} />
          <FurtherLinks workflow={told.data.workflow} />
        </>
      )}
    </Frame>
  );
}

/** Whether asking again may tell something new: others are still to sign, and the last answer was none that will stay. */
function mayChange(status: WorkflowView["status"] | undefined, fault: Error | null): boolean {
  if (fault instanceof CallRefused && !mayPass(fault.refusal)) return false;
  return status !== "FINISHED" && status !== "REVOKED";
}

/** How anybody checks the documents, and what their program may need for it. */
function Trust(): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  return (
    <section className="part verify">
      <Icon name="rings" size={28} />
      <div className="grow">
        <b>{t("summary.check")}</b>
        <p className="small muted">{t("summary.checkLead", { provider: configuration?.provider_name ?? "" })}</p>
        {configuration !== null && (
          <p className="small mt-2">
            <a className="file-link" href={configuration.root_certificate_url} download>
              <Icon name="download" size={18} />
              {t("summary.root")}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

function DoneHead({ workflow }: { workflow: WorkflowView }): JSX.Element {
  const t = useText();
  const files = useQuery(filesQuery(requireHeader()));
  const finished = workflow.status === "FINISHED";
  const said = isSeal(workflow.signer_type)
    ? ({ finished: "summary.finishedSeal", waiting: "summary.sealed", lead: "summary.sealedLead" } as const)
    : ({ finished: "summary.finished", waiting: "summary.signed", lead: "summary.signedLead" } as const);
  const fingerprint = firstSigned(files.data ?? [])?.sha256;
  return (
    <div className="done-head">
      <div className="rosette-wrap">
        {fingerprint !== undefined && <Rosette hex={fingerprint} size={176} />}
        <ClosingRing />
      </div>
      <div>
        <h1>{t(finished ? said.finished : said.waiting)}</h1>
        <p className="lead">{finished ? t("summary.finishedLead", { email: workflow.email }) : t(said.lead)}</p>
      </div>
    </div>
  );
}
