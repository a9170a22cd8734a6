import type { UserView, WhitelabelingPack, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { workflowQuery } from "../../api/queries.ts";
import { Frame } from "../../frame/frame.tsx";
import { initiatorOf } from "../../frame/initiator.ts";
import { Loading } from "../../frame/loading.tsx";
import { PageHead } from "../../frame/page-head.tsx";
import { spacedPhone } from "../../frame/phone.ts";
import { RefusalButton } from "../../frame/refusal-button.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { credentialsLead } from "../../frame/signer-kind.ts";
import { useHeader } from "../../frame/use-header.ts";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";

const expires_soon_ms = 24 * 60 * 60 * 1_000;

/** Step 1: what it is about, who invited, and whether the signer's own details are right. */
export function CredentialsPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const type = told.data?.workflow.signer_type;
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t("steps.credentials")}
      {...(type === undefined ? {} : { step: { type, at: "credentials" } })}
    >
      {told.isPending && <Loading />}
      {told.isError && told.data === undefined && <LoadFailed error={told.error} onRetry={() => void told.refetch()} />}
      {told.data !== undefined && <Credentials {...told.data} />}
    </Frame>
  );
}

function Credentials({ workflow, user }: { workflow: WorkflowView; user: UserView }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title={t("credentials.title")} lead={t(credentialsLead(workflow.signer_type))} />
      <ExpiringSoon workflow={workflow} zone={user.whitelabeling_pack.time_zone} />
      <div className="sheet">
        <AboutWorkflow workflow={workflow} pack={user.whitelabeling_pack} />
        <OwnDetails workflow={workflow} />
      </div>
      <div className="actions still">
        <RefusalButton workflow={workflow} />
        <div className="go">
          <MainButton onPress={() => void navigate({ href: paths.documents(workflow) })}>
            {t("credentials.confirm")}
          </MainButton>
        </div>
      </div>
    </>
  );
}

function ExpiringSoon({ workflow, zone }: { workflow: WorkflowView; zone: string }): JSX.Element | null {
  const t = useText();
  const language = useLanguage();
  const { expires_at } = workflow;
  if (expires_at === null || Date.parse(expires_at) - Date.now() > expires_soon_ms) return null;
  return (
    <div className="mb-4">
      <Note kind="warn" icon="clock">
        <b>{t("credentials.expiringSoon", { time: momentText(new Date(expires_at), { language, zone }) })}</b>
        {t("credentials.expiringThen", { name: initiatorOf(workflow) })}
      </Note>
    </div>
  );
}

function AboutWorkflow({ workflow, pack }: { workflow: WorkflowView; pack: WhitelabelingPack }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="part">
      <p className="eyebrow">{t("credentials.workflow")}</p>
      <h2 className="doc-title">{workflow.name}</h2>
      {workflow.description !== "" && <p className="muted mt-2 whitespace-pre-line">{workflow.description}</p>}
      {workflow.message !== null && (
        <figure className="from-sender">
          <figcaption className="small muted">{t("credentials.message", { name: initiatorOf(workflow) })}</figcaption>
          <blockquote className="whitespace-pre-line">{workflow.message}</blockquote>
        </figure>
      )}
      <dl className="facts mt-3">
        {workflow.description === "" && (
          <Fact label={t("credentials.description")}>{t("credentials.noDescription")}</Fact>
        )}
        <Fact label={t("credentials.expires")}>
          {workflow.expires_at === null ? (
            t("credentials.noExpiry")
          ) : (
            <time dateTime={workflow.expires_at}>
              {momentText(new Date(workflow.expires_at), { language, zone: pack.time_zone })}
            </time>
          )}
        </Fact>
        <Fact label={t("credentials.initiator")}>
          {initiatorOf(workflow)} <span className="subtle">· {pack.name}</span>
        </Fact>
        <Fact label={t(isSeal(workflow.signer_type) ? "credentials.kindSeal" : "credentials.kind")}>
          {t(`type.${workflow.signer_type}`)}
        </Fact>
      </dl>
    </section>
  );
}

function OwnDetails({ workflow }: { workflow: WorkflowView }): JSX.Element {
  const t = useText();
  return (
    <section className="part">
      <div className="part-h">
        <h2>{t("credentials.yours")}</h2>
      </div>
      <dl className="facts">
        <Fact label={t("credentials.firstName")}>{workflow.first_name}</Fact>
        <Fact label={t("credentials.lastName")}>{workflow.last_name}</Fact>
        {workflow.organisation !== null && <Fact label={t("credentials.organisation")}>{workflow.organisation}</Fact>}
        <Fact label={t("credentials.email")}>{workflow.email}</Fact>
        <Fact label={t("credentials.phone")}>
          {workflow.phone === null ? t("credentials.noPhone") : spacedPhone(workflow.phone)}
        </Fact>
      </dl>
      <p className="small muted mt-4">
        {t(isSeal(workflow.signer_type) ? "credentials.wrongSeal" : "credentials.wrong")}{" "}
        <a href={`mailto:${workflow.initiator_email}`}>{t("frame.writeTo", { name: initiatorOf(workflow) })}</a>
      </p>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
