import "../../../i18n/qualified-texts.ts";
import type { CertificateStatus } from "@siegel/contract/calls/certificates.ts";
import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal, type QualifiedType } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { useConfiguration } from "../../../api/configuration.ts";
import { identificationQuery } from "../../../api/identification-calls.ts";
import { workflowQuery } from "../../../api/queries.ts";
import { BackButton } from "../../../frame/back-button.tsx";
import { Frame } from "../../../frame/frame.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { Trust } from "../../../frame/trust.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { Icon } from "../../../ui/icons.tsx";
import { identificationIcons } from "../../../ui/identification-icons.ts";
import { late } from "../../../ui/late-icons.ts";
import { leadsOn } from "../identified/standing.ts";
import { WayChoice } from "../identify/way-choice.tsx";
import { missingCertificate } from "./missing-certificate.ts";
import { useWay } from "./use-way.ts";
import "../../../styles/qualified.css";

/** Step 3 of a qualified signer without a certificate that can be used: why, and how one is had. */
export function IdentifyPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const { data } = told;
  const { here, certificate } = useWay("identify", data?.workflow);
  const type = data?.workflow.signer_type;
  const configuration = useConfiguration();
  const offered = here !== null && mayChoose(here) && isOffered(configuration) ? configuration : null;
  // Whoever was identified already, here or in another tab, has another step to do.
  const own = useQuery({ ...identificationQuery(header), enabled: offered !== null });
  if (own.data && leadsOn(own.data, Date.now())) return <Navigate to={paths.identified(header)} replace />;
  const failed = [told, certificate].find((query) => query.isError && query.data === undefined);
  return (
    <Frame
      pack={data?.user.whitelabeling_pack ?? null}
      title={t("identify.title")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {data === undefined || here === null || (offered !== null && own.isPending) ? (
        failed === undefined ? (
          <Loading />
        ) : (
          <LoadFailed error={failed.error} onRetry={() => void Promise.all([told.refetch(), certificate.refetch()])} />
        )
      ) : offered !== null ? (
        <div className="ways">
          <Why {...here} organisation={data.workflow.organisation ?? data.user.whitelabeling_pack.name} chooses />
          <Ways isLast={waits.has(here.status.certificate_state)}>
            <WayChoice
              workflow={data.workflow}
              configuration={offered}
              inPerson={<WhileAway workflow={data.workflow} />}
            />
          </Ways>
          <WhatFollows organisation={data.user.whitelabeling_pack.name} chooses />
        </div>
      ) : (
        <div className="narrow">
          <Why {...here} organisation={data.workflow.organisation ?? data.user.whitelabeling_pack.name} />
          <h2 className="h-xl mt-8 mb-3">{t("identify.ways")}</h2>
          <InPerson />
          <WhileAway workflow={data.workflow} />
          <div className="actions still">
            <div className="go">
              <BackButton to={paths.documents(data.workflow)} />
            </div>
          </div>
          <WhatFollows organisation={data.user.whitelabeling_pack.name} />
        </div>
      )}
    </Frame>
  );
}

/** Folded away where something else comes first. */
function Ways({ isLast, children }: { readonly isLast: boolean; readonly children: ReactNode }): JSX.Element {
  const t = useText();
  if (!isLast) return <>{children}</>;
  return (
    <details className="sheet part help">
      <summary>{t("identification.noMail")}</summary>
      {children}
    </details>
  );
}

/** Whether there is any way but an office. */
const isOffered = (configuration: ProviderConfiguration | null): configuration is ProviderConfiguration =>
  configuration !== null && (configuration.identification.eid || configuration.identification.video);

/** No identification helps who is not named to seal. */
const mayChoose = ({ type, status }: Pick<WhyProps, "type" | "status">): boolean =>
  !isSeal(type) || status.signer_seal_identified;

/** What whoever goes to an office should know. */
function WhileAway({ workflow }: { readonly workflow: WorkflowView }): JSX.Element {
  const t = useText();
  return (
    <>
      <p className="small muted mt-4">{t("identify.sameName", names(workflow))}</p>
      <p className="small muted mt-3">{t("identify.goesOn")}</p>
    </>
  );
}

const names = (workflow: WorkflowView) => ({
  name: `${workflow.first_name} ${workflow.last_name}`,
  sender: `${workflow.initiator_first_name} ${workflow.initiator_last_name}`,
});

/** There is a certificate that can be used later: another identification is the last way. */
const waits: ReadonlySet<CertificateStatus["certificate_state"]> = new Set(["UNPROVEN"]);

type WhyProps = {
  readonly type: QualifiedType;
  readonly status: CertificateStatus;
  readonly organisation: string;
  /** Whether there are several ways. */
  readonly chooses?: boolean;
};

function Why({ type, status, organisation, chooses = false }: WhyProps): JSX.Element {
  const t = useText();
  const { title, lead } = missingCertificate(status, isSeal(type));
  const why = t(lead, { organisation });
  if (!chooses) return <PageHead title={t(title)} lead={why} />;
  if (waits.has(status.certificate_state)) return <PageHead title={t(title)} lead={why} />;
  const asks = title === "identify.title" ? "identification.title" : title;
  return <PageHead title={t(asks)} lead={`${why} ${t("identification.same")}`} />;
}

/** Meeting somebody of the provider's; other ways stand beside it where their provider is configured. */
function InPerson(): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const facts = [
    ["identify.need", "identify.inPersonNeed"],
    ["identify.takes", "identify.inPersonTakes"],
    ["identify.life", "identify.inPersonLife"],
  ] as const;
  return (
    <section className="sheet sheet-pad way">
      <div className="way-head">
        <div>
          <h3>{t("identify.inPerson")}</h3>
          <p className="small muted mt-1">{t("identify.inPersonLead")}</p>
        </div>
        <Icon name={late.house} size={28} />
      </div>
      <dl className="needs">
        {facts.map(([fact, text]) => (
          <div key={fact}>
            <dt>{t(fact)}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      {configuration !== null && (
        // Such a page may belong to nobody, and forgets the session of its tab: this one stays.
        <a className="btn btn-main" href={configuration.personal_ident_url} target="_blank" rel="noreferrer">
          {t("identify.inPersonGo")}
          <span className="vh"> ({t("frame.newTab")})</span>
        </a>
      )}
    </section>
  );
}

function WhatFollows({ organisation, chooses = false }: Pick<WhyProps, "organisation" | "chooses">): JSX.Element {
  const t = useText();
  if (chooses)
    return (
      <Trust
        points={[
          { icon: "eye", title: t("identify.who"), text: t("identification.whoLead", { organisation }) },
          { icon: identificationIcons.box, title: t("identify.kept"), text: t("identification.keptLead") },
          { icon: identificationIcons.flag, title: t("identify.follows"), text: t("identify.followsLead") },
        ]}
      />
    );
  return (
    <Trust
      points={[
        { icon: "eye", title: t("identify.who"), text: t("identify.whoLead", { organisation }) },
        { icon: late.shield, title: t("identify.kept"), text: t("identify.keptLead") },
        { icon: "done", title: t("identify.follows"), text: t("identify.followsLead") },
      ]}
    />
  );
}
