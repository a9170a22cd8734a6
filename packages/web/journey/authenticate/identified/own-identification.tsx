import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { UserView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { type JSX, useCallback, useState } from "react";
import { callIdentification, identificationQuery } from "../../../api/identification-calls.ts";
import { filesQuery } from "../../../api/queries.ts";
import { dropChallenge } from "../../../code/stored-challenge.ts";
import { Loading } from "../../../frame/loading.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { Outcome, useHeadingFocus } from "../../../identity/outcome.tsx";
import { Waiting } from "../../../identity/waiting.tsx";
import { paths } from "../../../paths.ts";
import { ChooseForm } from "./choose-form.tsx";
import { type Chosen, keepChosen, readChosen } from "./chosen.ts";
import { CodeStep } from "./code-step.tsx";
import { Doubtful } from "./doubtful.tsx";
import { LastLook } from "./last-look.tsx";
import { standingOf } from "./standing.ts";
import { Wrong } from "./wrong.tsx";

type Props = {
  /** Null: the signer began none in this browser. */
  readonly told: Identification | null;
  /** Whether the last question was not answered. */
  readonly isAway: boolean;
  readonly workflow: WorkflowView;
  readonly user: UserView;
};

/** What the page is about, by how the identification stands. */
export function OwnIdentification({ told, isAway, workflow, user }: Props): JSX.Element {
  // Asked once: whoever is at it is told by the server that it was too late, not led away while they sign.
  const [now] = useState(() => Date.now());
  const queries = useQueryClient();
  const header = useHeader();
  const { name: organisation, time_zone: zone } = user.whitelabeling_pack;
  const standing = told === null ? null : standingOf(told, now);
  useHeadingFocus(standing ?? "");
  if (told === null) return <Navigate to={paths.identify(workflow)} replace />;
  const stop = async (): Promise<void> => {
    const ended = await callIdentification("cancelIdentification", { body: {} });
    if (ended.ok) queries.setQueryData(identificationQuery(header).queryKey, ended.data);
  };
  if (standing === "wait") return <Waiting isAway={isAway} onStop={() => void stop()} />;
  if (standing === "wrong") return <Wrong told={told} at={workflow} isIn />;
  if (standing === "doubtful")
    return <Doubtful told={told} workflow={workflow} organisation={organisation} zone={zone} />;
  if (standing === "password") return <Navigate to={paths.authenticate2fa(workflow)} replace />;
  if (standing === "late") return <Late workflow={workflow} />;
  return <Steps told={told} workflow={workflow} zone={zone} />;
}

type StepsProps = { readonly told: Identification; readonly workflow: WorkflowView; readonly zone: string };

/** Password and phone, the documents once more, the code; where names are doubtful the documents come when they are settled. */
function Steps({ told, workflow, zone }: StepsProps): JSX.Element {
  const header = useHeader();
  const files = useQuery(filesQuery(header));
  const [chosen, setChosen] = useState<Chosen | null>(() => readChosen(header));
  const [step, setStep] = useState<"documents" | "code">("documents");
  const [isLate, setIsLate] = useState(false);
  const late = useCallback(() => setIsLate(true), []);
  const at = isLate ? "late" : chosen === null ? "choose" : told.state === "review" ? "code" : step;
  useHeadingFocus(at);
  const choose = (next: Chosen): void => {
    // A code stands for the key that was made under the password it was asked for with.
    if (keepChosen(header, next)) dropChallenge();
    setChosen(next);
    setStep("documents");
  };
  if (isLate) return <Late workflow={workflow} />;
  if (chosen === null) return <ChooseForm told={told} workflow={workflow} zone={zone} onChosen={choose} />;
  const back = (): void => setChosen(null);
  if (at === "code")
    return (
      <CodeStep
        told={told}
        workflow={workflow}
        zone={zone}
        chosen={chosen}
        onBack={told.state === "review" ? back : () => setStep("documents")}
        onLate={late}
      />
    );
  if (files.data === undefined)
    return files.isError ? <LoadFailed error={files.error} onRetry={() => void files.refetch()} /> : <Loading />;
  return (
    <LastLook workflow={workflow} files={files.data} phone={chosen.phone} onBack={back} onGo={() => setStep("code")} />
  );
}

/** It was too long ago: nothing is left of it but to do it again. */
function Late({ workflow }: { readonly workflow: WorkflowView }): JSX.Element {
  const t = useText();
  const seal = isSeal(workflow.signer_type);
  return (
    <div className="narrow">
      <Outcome
        look="warn"
        icon="clock"
        title={t("identification.over")}
        lead={t(seal ? "identification.overLeadSeal" : "identification.overLead")}
      />
      <div className="actions">
        <div className="go">
          <a className="btn btn-main" href={paths.identify(workflow)}>
            {t("identification.again")}
          </a>
        </div>
      </div>
    </div>
  );
}
