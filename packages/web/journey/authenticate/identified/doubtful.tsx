import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { useProviderName } from "../../../api/configuration.ts";
import { Trust } from "../../../frame/trust.tsx";
import { useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import { areSpelledApart } from "../../../identity/names.ts";
import { Outcome } from "../../../identity/outcome.tsx";
import { Steps } from "../../../identity/steps.tsx";
import { TwoNames } from "../../../identity/two-names.tsx";
import { identificationIcons } from "../../../ui/identification-icons.ts";

type Props = {
  readonly told: Identification;
  readonly workflow: WorkflowView;
  readonly organisation: string;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
};

/** An operator compares the names: both spellings, what happens next, and that the page may be closed. */
export function Doubtful({ told, workflow, organisation, zone }: Props): JSX.Element {
  const t = useText();
  const provider = useProviderName() ?? "Siegel";
  const seal = isSeal(workflow.signer_type);
  return (
    <div className="narrow">
      <DoubtfulHead told={told} />
      <div className="sheet">
        {told.last_name !== null && <InvitedAndRead told={told} />}
        <div className="part">
          <NextSteps told={told} workflow={workflow} zone={zone} />
        </div>
      </div>
      <Trust
        points={[
          {
            icon: "eye",
            title: t("identification.whoSees"),
            text: t("identification.whoSeesLead", { provider, organisation }),
          },
          {
            icon: identificationIcons.flag,
            title: t(seal ? "identification.notYetSeal" : "identification.notYet"),
            text: t("identification.notYetLead"),
          },
        ]}
      />
    </div>
  );
}

/** That a person decides, and about what; before it is handed in, that something is missing for it. */
export function DoubtfulHead({ told }: Pick<Props, "told">): JSX.Element {
  const t = useText();
  return (
    <Outcome
      look="you"
      icon="clock"
      title={t(told.is_kept ? "identification.doubtful" : "identification.doubtfulFirst")}
      lead={t(
        told.last_name === null || differ(told) ? "identification.doubtfulLead" : "identification.doubtfulLeadOnce",
      )}
    />
  );
}

const onDocument = ({ first_name, last_name }: Identification): string => `${first_name ?? ""} ${last_name ?? ""}`;
const inInvitation = ({ invited }: Identification): string => `${invited.first_name} ${invited.last_name}`;
const differ = (told: Identification): boolean => areSpelledApart(onDocument(told), inInvitation(told));

/** Both spellings side by side, a part of a sheet. */
export function InvitedAndRead({ told }: Pick<Props, "told">): JSX.Element {
  const t = useText();
  return <TwoNames where={t("identification.inInvitation")} name={inInvitation(told)} onDocument={onDocument(told)} />;
}

function NextSteps({ told, workflow, zone }: Pick<Props, "told" | "workflow" | "zone">): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const at = told.identified_at;
  const time = at === null ? "" : momentText(new Date(at), { language, zone });
  const steps = [
    ["done", t("identification.youDid"), t("identification.youDidLead", { time })],
    ["here", t("identification.weCheck"), t("identification.weCheckLead")],
    [
      "open",
      t("identification.weWrite"),
      t(isSeal(workflow.signer_type) ? "identification.weWriteLeadSeal" : "identification.weWriteLead", {
        email: workflow.email,
      }),
    ],
  ] as const;
  return <Steps steps={steps} />;
}
