import type { SummaryView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { mayPass } from "../../api/answer.ts";
import { CallRefused } from "../../api/client.ts";
import { filesQuery, summaryFilesQuery, workflowQuery } from "../../api/queries.ts";
import { firstSigned } from "../../frame/document-place.ts";
import { Frame } from "../../frame/frame.tsx";
import { initiatorOf } from "../../frame/initiator.ts";
import { Loading } from "../../frame/loading.tsx";
import { PublicLink } from "../../frame/public-link.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { type Translate, useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { ClosingRing } from "../../ui/rings.tsx";
import { Rosette } from "../../ui/rosette.tsx";
import { AskInitiator, RevocationLink } from "./further-links.tsx";
import { SummaryFiles } from "./summary-files.tsx";
import { WorkflowFacts } from "./workflow-facts.tsx";

const look_again_ms = 10_000;

/** After the signature: done for everyone, waiting for others, or ended without them. */
export function FinishedPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery({
    ...workflowQuery(header),
    refetchInterval: ({ state }) => (mayChange(state.data?.workflow.status, state.error) ? look_again_ms : false),
  });
  const status = told.data?.workflow.status;
  const files = useQuery(summaryFilesQuery(header, status ?? null));
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
          <LoadFailed error={told.error} onRetry={() => void told.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <DoneHead workflow={told.data.workflow} summary={told.data.summary} />
          <div className="sheet">
            <WorkflowFacts
              workflow={told.data.workflow}
              summary={told.data.summary}
              zone={told.data.user.whitelabeling_pack.time_zone}
            />
            <SummaryFiles files={files.data ?? []} type={told.data.workflow.signer_type} loading={files.isPending} />
            <HowToCheck />
          </div>
          <AskInitiator workflow={told.data.workflow} />
          <RevocationLink type={told.data.workflow.signer_type} />
        </>
      )}
    </Frame>
  );
}

/** Whether asking again may tell something new: others are still to sign, and the last answer was none that will stay. */
function mayChange(status: WorkflowView["status"] | undefined, fault: Error | null): boolean {
  if (fault instanceof CallRefused && !mayPass(fault.refusal)) return false;
  return status === undefined || status === "OPEN" || status === "SIGNED";
}

/** Where it is explained how a signed file is checked. */
function HowToCheck(): JSX.Element {
  const t = useText();
  return (
    <section className="part verify">
      <Icon name={late.rings} size={28} />
      <div className="grow">
        <b>{t("summary.check")}</b>
        <p className="small muted">{t("summary.checkLead")}</p>
        <p className="further small">
          <PublicLink to={paths.trust}>{t("summary.checkHow")}</PublicLink>
        </p>
      </div>
    </section>
  );
}

function DoneHead({ workflow, summary }: { workflow: WorkflowView; summary: SummaryView | null }): JSX.Element {
  const t = useText();
  const files = useQuery(filesQuery(useHeader()));
  const said = headOf(workflow);
  const fingerprint = firstSigned(files.data ?? [])?.sha256;
  return (
    <div className="done-head">
      <div className="rosette-wrap">
        {fingerprint !== undefined && <Rosette hex={fingerprint} size={176} />}
        {workflow.status === "EXPIRED" || workflow.status === "CANCELLED" ? (
          <span className="mark disc">
            <Icon name={workflow.status === "EXPIRED" ? "clock" : "barred"} size={40} />
          </span>
        ) : (
          <ClosingRing />
        )}
      </div>
      <div>
        <h1>{t(said.title)}</h1>
        <p className="lead">
          {t(said.lead, { email: workflow.email, name: initiatorOf(workflow), open: stillOpen(summary, t) })}
        </p>
      </div>
    </div>
  );
}

/** How many have not signed; that there are some where the number has not come. */
function stillOpen(summary: SummaryView | null, t: Translate): string {
  const n = summary?.participants.filter(({ status }) => status === "OPEN").length ?? 0;
  if (n === 0) return t("summary.openSome");
  return n === 1 ? t("summary.openOne") : t("summary.openMore", { n });
}

/** Done for everybody, for this signer alone, or for nothing because the time was over, or the sender took it back, before all had signed. */
function headOf({ status, signer_type, others }: WorkflowView): { readonly title: TextKey; readonly lead: TextKey } {
  const seal = isSeal(signer_type);
  if (status === "EXPIRED")
    return { title: "summary.expired", lead: seal ? "summary.expiredLeadSeal" : "summary.expiredLead" };
  if (status === "CANCELLED")
    return { title: "ended.cancelled", lead: seal ? "summary.cancelledLeadSeal" : "summary.cancelledLead" };
  if (status === "FINISHED") return { title: finishedTitle(seal, others), lead: "summary.finishedLead" };
  return seal
    ? { title: "summary.sealed", lead: "summary.sealedLead" }
    : { title: "summary.signed", lead: "summary.signedLead" };
}

function finishedTitle(seal: boolean, others: WorkflowView["others"]): TextKey {
  if (seal) return "summary.finishedSeal";
  return others === "NONE" ? "summary.finishedAlone" : "summary.finished";
}
