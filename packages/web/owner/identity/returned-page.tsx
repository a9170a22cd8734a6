import "../../i18n/code-texts.ts";
import "../../i18n/identification-texts.ts";
import "../../styles/qualified.css";
import "../../styles/identification.css";
import "../../i18n/owner-identity-texts.ts";
import "../../styles/owner.css";
import type { OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type JSX, useCallback, useEffect, useState } from "react";
import { CallRefused } from "../../api/client.ts";
import { lookAgainMs } from "../../api/identification-calls.ts";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";
import { forgetSessionTime } from "../../api/session-time.ts";
import { OpenPage } from "../../frame/open-page.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { useHeadingFocus } from "../../identity/outcome.tsx";
import { Declined, Elsewhere, Stranger, WhoAreYou } from "../../identity/told-back.tsx";
import { type ReturnState, useReturned } from "../../identity/use-returned.ts";
import { Waiting } from "../../identity/waiting.tsx";
import { paths } from "../../paths.ts";
import { clearSession } from "../../session.ts";
import { Ended, Late, Revoked, Unknown, Used } from "./over.tsx";
import { askOwn, askReturned, type Confirm, ownKey, type Settled, standingOf } from "./own-identification.ts";
import { PasswordChange } from "./password-change.tsx";
import { PhoneChange } from "./phone-change.tsx";
import { Doubtful, Wrong } from "./result.tsx";
import { Revoke } from "./revoke.tsx";

/** Where owners come back from an identification: what came of it, and what they may do now (signer-side.md §2, "Identity-check return pages"). */
export function OwnerReturnedPage(): JSX.Element {
  const t = useText();
  const queries = useQueryClient();
  const enter = useCallback(async (told: Settled): Promise<void> => void queries.setQueryData(ownKey, told), [queries]);
  const { state, askAgain, confirm, decline } = useReturned<Confirm, Settled>(askReturned, enter);
  // It belongs to no signer, so this tab forgets whose it was (signer-side.md §6).
  useEffect(() => {
    clearSession();
    forgetSessionTime();
  }, []);
  useHeadingFocus(state.status);
  return (
    <OpenPage title={t("identification.stands")}>
      {state.status === "away" ? (
        <LoadFailed error={new CallRefused(state.refusal)} onRetry={askAgain} />
      ) : state.status === "confirm" ? (
        <WhoAreYou
          name={`${state.whose.first_name} ${state.whose.last_name}`}
          lead={t("ownerIdentity.whoLead")}
          onYes={confirm}
          onNo={decline}
        />
      ) : (
        <Told state={state} />
      )}
    </OpenPage>
  );
}

type ToldProps = { readonly state: Exclude<ReturnState<Confirm, Settled>, { status: "away" | "confirm" }> };

function Told({ state }: ToldProps): JSX.Element {
  const t = useText();
  if (state.status === "asking") return <Waiting />;
  if (state.status === "gone") return <Unknown />;
  if (state.status === "stranger")
    return (
      <Stranger again={t("ownerIdentity.beginAgain")}>
        <a className="btn btn-side" href={paths.certificates}>
          {t("ownerIdentity.beginHere")}
        </a>
      </Stranger>
    );
  if (state.status === "refused") return <Wrong told={null} why={state.why} />;
  if (state.status === "elsewhere") return <Elsewhere isRead={state.isRead} />;
  return state.status === "declined" ? <Declined /> : <Own first={state.told} />;
}

/** Asks on while it runs, and leads on when it is over. */
function Own({ first }: { readonly first: OwnersIdentification }): JSX.Element {
  const own = useQuery({
    queryKey: ownKey,
    queryFn: askOwn,
    initialData: first,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount, error } }) =>
      data?.state === "pending" ? lookAgainMs(dataUpdateCount + errorUpdateCount, retryAfterOf(error)) : false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    // What was begun here must be led away from by nothing but its own answer.
    refetchOnWindowFocus: ({ state: { data } }) => data?.state === "pending",
  });
  const told = own.data;
  // Asked once: whoever is at it is told by the server that it was too late, not led away meanwhile.
  const [now] = useState(() => Date.now());
  const [isLate, setIsLate] = useState(false);
  const { refetch } = own;
  const late = useCallback((): void => {
    setIsLate(true);
    void refetch();
  }, [refetch]);
  const stands = told === null ? "gone" : standingOf(told, now);
  // It may have been used by a call whose answer was lost.
  const standing = isLate && stands === told?.purpose ? "late" : stands;
  useHeadingFocus(standing);
  if (told === null) return <Unknown />;
  const stop = async (): Promise<void> => {
    await callOwnerIdentity("cancelIdentificationRevoke", { body: {} });
    await refetch();
  };
  if (standing === "wait") return <Waiting isAway={own.isError} onStop={() => void stop()} />;
  if (standing === "wrong") return <Wrong told={told} />;
  if (standing === "doubtful") return <Doubtful told={told} />;
  if (standing === "revoked") return <Revoked />;
  if (standing === "ended") return <Ended />;
  if (standing === "used") return <Used />;
  if (standing === "late") return <Late told={told} />;
  if (standing === "revoke") return <Revoke told={told} onLate={late} />;
  return standing === "change_phone" ? (
    <PhoneChange told={told} onLate={late} />
  ) : (
    <PasswordChange told={told} onLate={late} />
  );
}

const retryAfterOf = (error: Error | null): number | null =>
  error instanceof CallRefused ? error.refusal.retryAfterSeconds : null;
