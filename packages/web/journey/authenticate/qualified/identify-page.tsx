import "../../../i18n/qualified-texts.ts";
import type { CertificateStatus } from "@siegel/contract/calls/certificates.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal, type QualifiedType } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { useConfiguration } from "../../../api/configuration.ts";
import { workflowQuery } from "../../../api/queries.ts";
import { BackButton } from "../../../frame/back-button.tsx";
import { Frame } from "../../../frame/frame.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { Icon } from "../../../ui/icons.tsx";
import { late } from "../../../ui/late-icons.ts";
import { missingCertificate } from "./missing-certificate.ts";
import { Trust } from "./trust.tsx";
import { useWay } from "./use-way.ts";
import "../../../styles/qualified.css";

/** Step 3 of a qualified signer without a certificate that can be used: why, and how one is had. */
export function IdentifyPage(): JSX.Element {
  const t = useText();
  const told = useQuery(workflowQuery(useHeader()));
  const { data } = told;
  const { here, certificate } = useWay("identify", data?.workflow);
  const type = data?.workflow.signer_type;
  const failed = [told, certificate].find((query) => query.isError && query.data === undefined);
  return (
    <Frame
      pack={data?.user.whitelabeling_pack ?? null}
      title={t("identify.title")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {data !== undefined && here !== null ? (
        <div className="narrow">
          <Why {...here} organisation={data.workflow.organisation ?? data.user.whitelabeling_pack.name} />
          <h2 className="h-xl mt-8 mb-3">{t("identify.ways")}</h2>
          <InPerson />
          <p className="small muted mt-4">{t("identify.sameName", names(data.workflow))}</p>
          <p className="small muted mt-3">{t("identify.goesOn")}</p>
          <div className="actions still">
            <div className="go">
              <BackButton to={paths.documents(data.workflow)} />
            </div>
          </div>
          <WhatFollows organisation={data.user.whitelabeling_pack.name} />
        </div>
      ) : failed === undefined ? (
        <Loading />
      ) : (
        <LoadFailed error={failed.error} onRetry={() => void Promise.all([told.refetch(), certificate.refetch()])} />
      )}
    </Frame>
  );
}

const names = (workflow: WorkflowView) => ({
  name: `${workflow.first_name} ${workflow.last_name}`,
  sender: `${workflow.initiator_first_name} ${workflow.initiator_last_name}`,
});

type WhyProps = { readonly type: QualifiedType; readonly status: CertificateStatus; readonly organisation: string };

function Why({ type, status, organisation }: WhyProps): JSX.Element {
  const t = useText();
  const { title, lead } = missingCertificate(status, isSeal(type));
  return <PageHead title={t(title)} lead={t(lead, { organisation })} />;
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

function WhatFollows({ organisation }: { organisation: string }): JSX.Element {
  const t = useText();
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
