import "../../../i18n/qualified-texts.ts";
import "../../../i18n/identification-texts.ts";
import "../../../styles/qualified.css";
import "../../../styles/identification.css";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo } from "react";
import { CallRefused } from "../../../api/client.ts";
import { callIdentification, identificationQuery } from "../../../api/identification-calls.ts";
import { Frame } from "../../../frame/frame.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useText } from "../../../i18n/catalogue.ts";
import { followUser } from "../../../i18n/follow-user.ts";
import { useHeadingFocus } from "../../../identity/outcome.tsx";
import { Declined, Elsewhere, Stranger, WhoAreYou } from "../../../identity/told-back.tsx";
import { useReturned } from "../../../identity/use-returned.ts";
import { Waiting } from "../../../identity/waiting.tsx";
import { paths, type SignerPath } from "../../../paths.ts";
import { clearSession, readHeader, readUser, readWorkflow, saveHeader, saveWorkflow } from "../../../session.ts";
import { type AskReturned, goneTo, type ReturnState, type Settled } from "./returned.ts";
import { standingOf } from "./standing.ts";
import { Wrong } from "./wrong.tsx";

/** Back from the app that reads ID cards (signer-side.md §2). */
export function CardReturnedPage(): JSX.Element {
  const ask: AskReturned = useCallback(
    async (brought) => await callIdentification("createCaseAusweisApp", { body: brought }, { quiet: true }),
    [],
  );
  return <ReturnedPage ask={ask} link={null} />;
}

/** Back from the video provider's page; whose workflow it is stands in the address. */
export function VideoReturnedPage(): JSX.Element {
  const { workflow_id = "", signer_id = "" } = useParams({ strict: false }) as Partial<SignerPath>;
  const link = useMemo(() => ({ workflow_id, signer_id }), [workflow_id, signer_id]);
  const ask: AskReturned = useCallback(
    async (brought) => await callIdentification("checkNect", { body: { ...link, ...brought } }, { quiet: true }),
    [link],
  );
  return <ReturnedPage ask={ask} link={link} />;
}

type Props = { readonly ask: AskReturned; readonly link: SignerPath | null };

function ReturnedPage({ ask, link }: Props): JSX.Element {
  const t = useText();
  const queries = useQueryClient();
  const open = useCallback(async (told: Settled) => await enter(told, queries), [queries]);
  const { state, askAgain, confirm, decline } = useReturned(ask, open);
  useHeadingFocus(state.status);
  const isIn = state.status === "in";
  const type = isIn ? readWorkflow()?.signer_type : undefined;
  return (
    <Frame
      pack={isIn ? (readUser()?.whitelabeling_pack ?? null) : null}
      title={t("identification.stands")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {state.status === "away" ? (
        <LoadFailed error={new CallRefused(state.refusal)} onRetry={askAgain} />
      ) : state.status === "confirm" ? (
        <WhoAreYou
          name={`${state.whose.first_name} ${state.whose.last_name}`}
          lead={t("identification.whoAreYouLead", { organisation: state.whose.organisation })}
          onYes={confirm}
          onNo={decline}
        />
      ) : (
        <Told state={state} link={link ?? readHeader()} />
      )}
    </Frame>
  );
}

/** Opens the session in this tab, as a login does; a tab that began it keeps what its pages have shown. */
async function enter(told: Settled, queries: QueryClient): Promise<void> {
  const { workflow, user } = told.entered;
  const { workflow_id, signer_id, accessToken } = workflow;
  const known = readHeader();
  if (known?.workflow_id !== workflow_id || known.signer_id !== signer_id) clearSession();
  const header = { workflow_id, signer_id, ...(accessToken === undefined ? {} : { accessToken }) };
  saveHeader(header);
  saveWorkflow({ workflow, user });
  await followUser(user);
  queries.setQueryData(identificationQuery(header).queryKey, told);
}

type ToldProps = {
  readonly state: Exclude<ReturnState, { status: "away" | "confirm" }>;
  /** Whose workflow it is, as far as anybody here knows. */
  readonly link: SignerPath | null;
};

function Told({ state, link }: ToldProps): JSX.Element {
  const t = useText();
  if (state.status === "asking") return <Waiting />;
  if (state.status === "gone") return <Navigate to={goneTo(link)} replace />;
  if (state.status === "stranger")
    return (
      <Stranger again={t("identification.orAgainLead")}>
        {link === null ? null : (
          <a className="btn btn-side" href={paths.login(link)}>
            {t("identification.loginAgain")}
          </a>
        )}
      </Stranger>
    );
  if (state.status === "refused") return <Wrong told={null} why={state.why} at={link} isIn={false} />;
  if (state.status === "elsewhere") return <Elsewhere isRead={state.isRead} />;
  if (state.status === "declined") return <Declined />;
  const { workflow } = state.told.entered;
  // What is over is told here; all else goes on on the signer's own page.
  return standingOf(state.told, Date.now()) === "wrong" ? (
    <Wrong told={state.told} at={workflow} isIn />
  ) : (
    <Navigate to={paths.identified(workflow)} replace />
  );
}
