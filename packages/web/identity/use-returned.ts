import type { IdentificationFault } from "@siegel/contract/identification.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, isLost, mayWait, type Refusal } from "../api/answer.ts";
import { keepElsewhere, readElsewhere, takeBrought } from "./return-address.ts";

/** What somebody is told who comes back; `Settled`: how it stands, as signers or owners are told it. */
export type Back<Confirm, Settled> =
  | (Confirm & { readonly kind: "confirm" })
  | { readonly kind: "declined" }
  | { readonly kind: "elsewhere"; readonly is_read: boolean }
  | (Settled & { readonly kind: "identification" });

/**
 * asking: the result is on its way · confirm: the person says whether the name is theirs · declined: it is not · elsewhere: it goes on on
 * the device that began · stranger: this browser did not begin it · refused: the way back is used or old · in: it is known how it stands ·
 * away: no answer came · gone: nothing is known here.
 */
export type ReturnState<Confirm, Settled> =
  | { readonly status: "asking" }
  | { readonly status: "declined" }
  | { readonly status: "stranger" }
  | { readonly status: "elsewhere"; readonly isRead: boolean }
  /** `why`: null where nothing is known of it. */
  | { readonly status: "refused"; readonly why: IdentificationFault | null }
  | { readonly status: "confirm"; readonly whose: Confirm }
  | { readonly status: "in"; readonly told: Settled }
  | { readonly status: "away"; readonly refusal: Refusal }
  | { readonly status: "gone" };

/** How a return page asks: by the call of its way. */
export type AskReturned<Confirm, Settled> = (brought: {
  readonly code?: string;
  readonly confirmed?: boolean;
}) => Promise<Answer<Back<Confirm, Settled>>>;

/** Words in the address that say all there is to say; with any other the cookies may tell more. */
const saidByAddress: ReadonlyMap<string | null, ReturnState<never, never>> = new Map<string, ReturnState<never, never>>(
  [
    ["elsewhere", { status: "stranger" }],
    ["replaced", { status: "refused", why: "REPLACED" }],
  ],
);

/** What this page of the history has said before it was loaded anew: nothing else here knows of it. */
function saidBefore(): ReturnState<never, never> | undefined {
  const isRead = readElsewhere();
  return isRead === null ? undefined : { status: "elsewhere", isRead };
}

/** What an answer means for the page. */
export function stateOfAnswer<Confirm, Settled>(answer: Answer<Back<Confirm, Settled>>): ReturnState<Confirm, Settled> {
  if (answer.ok) {
    const { data } = answer;
    if (data.kind === "confirm") return { status: "confirm", whose: data };
    if (data.kind === "declined") return { status: "declined" };
    if (data.kind === "elsewhere") return { status: "elsewhere", isRead: data.is_read };
    return { status: "in", told: data };
  }
  if (answer.code === "IDENTIFICATION_ELSEWHERE") return { status: "stranger" };
  if (answer.code === "IDENTIFICATION_REFUSED" || answer.status === 400) return { status: "refused", why: null };
  return mayWait(answer) ? { status: "away", refusal: answer } : { status: "gone" };
}

/** Takes the code out of the address and asks with it. `enter`: what is done with how it stands before the page shows it. */
export function useReturned<Confirm, Settled>(
  ask: AskReturned<Confirm, Settled>,
  enter: (told: Settled) => Promise<void>,
): {
  readonly state: ReturnState<Confirm, Settled>;
  readonly askAgain: () => void;
  readonly confirm: () => void;
  readonly decline: () => void;
} {
  const [{ code, error }] = useState(takeBrought);
  const said = saidByAddress.get(error) ?? (code === null && error === null ? saidBefore() : undefined);
  const [state, setState] = useState<ReturnState<Confirm, Settled>>(said ?? { status: "asking" });
  const begun = useRef(said !== undefined);
  const wasLost = useRef(false);

  const run = useCallback(
    async (brought: Parameters<typeof ask>[0]): Promise<void> => {
      setState({ status: "asking" });
      let answer = await ask(brought);
      // Used by the call whose answer was lost: the cookies tell as much as the code did.
      if (!answer.ok && answer.code === "IDENTIFICATION_REFUSED" && wasLost.current) answer = await ask({});
      wasLost.current = !answer.ok && isLost(answer);
      const next = stateOfAnswer(answer);
      if (next.status === "in") await enter(next.told);
      if (next.status === "elsewhere") keepElsewhere(next.isRead);
      // The address said that this way back was used: that is more than that nobody is known here.
      setState(next.status === "gone" && error !== null ? { status: "refused", why: null } : next);
    },
    [ask, enter, error],
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
