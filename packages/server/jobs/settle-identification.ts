/** The job `settle-identification`. An invalid payload is a fault of ours and ends in the queue's failed jobs. */
import { z } from "zod";
import { type SettleDeps, settleCheck } from "../rooms/identity-proofing/identity-proofing.ts";

const payloadOf = z.object({ checkId: z.string() });

/** The queue's handler. */
export function settleIdentification(deps: SettleDeps): (payload: unknown) => Promise<void> {
  return async (payload) => void (await settleCheck(deps, payloadOf.parse(payload).checkId));
}
