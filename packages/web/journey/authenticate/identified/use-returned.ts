import type { Returned } from "@siegel/contract/calls/identification.ts";
import type { IdentificationFault } from "@siegel/contract/identification.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, isLost, mayWait, type Refusal } from "../../../api/answer.ts";
import { identificationQuery } from "../../../api/identification-calls.ts";
import { followUser } from "../../../i18n/follow-user.ts";
import { paths, type SignerPath } from "../../../paths.ts";
import { clearSession, readHeader, saveHeader, saveWorkflow } from "../../../session.ts";
import { keepElsewhere, readElsewhere, takeBrought } from "./return-address.ts";

type Confirm = Extract<Returned, { kind: "confirm" }>;
type Settled = Extract<Returned, { kind: "identification" }>;

/**
 * asking: the result is on its way · confirm: the person says whether the name is theirs · declined: it is not · elsewhere: it goes on on
 * the device that began · stranger: this browser did not begin it · refused: the way back is used or old · in: the signer has a session
 * here, and their own page goes on · away: no answer came · gone: nothing is known here, and where that leads.
 */
export type ReturnState =
  | { readonly status: "asking" }
  | { readonly status: "declined" }
  | { readonly status: "stranger" }
  | { readonly status: "elsewhere"; readonly isRead: boolean }
  /** `why`: null where nothing is known of it. */
  | { readonly status: "refused"; readonly why: IdentificationFault | null }
  | { readonly status: "confirm"; readonly whose: Confirm }
  | { readonly status: "in"; readonly at: SignerPath; readonly told: Settled }
  | { readonly status: "away"; readonly refusal: Refusal }
  | { readonly status: "gone"; readonly to: string };

/** How a return page asks: by the call of its way. */
export type AskReturned = (brought: {
  readonly code?: string;
  readonly confirmed?: boolean;
}) => Promise<Answer<Returned>>;

/** Words in the address that say all there is to say; with any other the cookies may tell more. */
const saidByAddress: ReadonlyMap<string | null, ReturnState> = new Map<string, ReturnState>([
  ["elsewhere", { status: "stranger" }],
  ["replaced", { status: "refused", why: "REPLACED" }],
]);

/** What this page of the history has said before it was loaded anew: nothing else here knows of it. */
function saidBefore(): ReturnState | undefined {
  const isRead = readElsewhere();
  return isRead === null ? undefined : { status: "elsewhere", isRead };
}

/** What an answer means for the page. `link`: whose workflow it is, as far as anybody here knows. */
export function stateOfAnswer(answer: Answer<Returned>, link: SignerPath | null): ReturnState {
  if (answer.ok) {
    const { data } = answer;
    if (data.kind === "confirm") return { status: "confirm", whose: data };
    if (data.kind === "declined") return { status: "declined" };
    if (data.kind === "elsewhere") return { status: "elsewhere", isRead: data.is_read };
    const { workflow_id, signer_id } = data.entered.workflow;
    return { status: "in", at: { workflow_id, signer_id }, told: data };
  }
  if (answer.code === "IDENTIFICATION_ELSEWHERE") return { status: "stranger" };
  if (answer.code === "IDENTIFICATION_REFUSED" || answer.status === 400) return { status: "refused", why: null };
  if (mayWait(answer)) return { status: "away", refusal: answer };
  return { status: "gone", to: link === null ? paths.root : paths.login(link) };
}

/** Takes the code out of the address, asks with it, and opens the signer's session in this tab where the answer brings one. */
export function useReturned(
  ask: AskReturned,
  link: SignerPath | null,
): {
  readonly state: ReturnState;
  readonly askAgain: () => void;
  readonly confirm: () => void;
  readonly decline: () => void;
} {
  const queries = useQueryClient();
  const [{ code, error }] = useState(takeBrought);
  const said = saidByAddress.get(error) ?? (code === null && error === null ? saidBefore() : undefined);
  const [state, setState] = useState<ReturnState>(said ?? { status: "asking" });
  const begun = useRef(said !== undefined);
  const wasLost = useRef(false);

  const run = useCallback(
    async (brought: Parameters<AskReturned>[0]): Promise<void> => {
      setState({ status: "asking" });
      let answer = await ask(brought);
      // Used by the call whose answer was lost: the cookies tell as much as the code did.
      if (!answer.ok && answer.code === "IDENTIFICATION_REFUSED" && wasLost.current) answer = await ask({});
      wasLost.current = !answer.ok && isLost(answer);
      const next = stateOfAnswer(answer, link ?? readHeader());
      if (next.status === "in") {
        const header = await enter(next.told);
        queries.setQueryData(identificationQuery(header).queryKey, next.told);
      }
      if (next.status === "elsewhere") keepElsewhere(next.isRead);
      // The address said that this way back was used: that is more than that nobody is known here.
      setState(next.status === "gone" && error !== null ? { status: "refused", why: null } : next);
    },
    [ask, error, link, queries],
  );
  const first = useCallback(async () => await run(code === null ? {} : { code }), [run, code]);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true; // the code works once
    void first();
  }, [first]);
  return {
    state,
    askAgain: () => void first(),
    confirm: () => void run({ confirmed: true }),
    decline: () => void run({ confirmed: false }),
  };
}

/** Opens the session in this tab, as a login does; a tab that began it keeps what its pages have shown. */
async function enter({ entered: { workflow, user } }: Settled) {
  const { workflow_id, signer_id, accessToken } = workflow;
  const known = readHeader();
  if (known?.workflow_id !== workflow_id || known.signer_id !== signer_id) clearSession();
  const header = { workflow_id, signer_id, ...(accessToken === undefined ? {} : { accessToken }) };
  saveHeader(header);
  saveWorkflow({ workflow, user });
  await followUser(user);
  return header;
}
