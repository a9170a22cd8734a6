/** The code that is on its way already, for who asks again too early: no code, no try and no second more than it has. */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Purpose } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { readApprovable, type Shown, wasShown } from "../documents/documents.ts";
import type { ShownToSession } from "../login/login.ts";
import { refuseCheck } from "./challenges-rules.ts";
import { readOpenChallenge } from "./challenges-store.ts";
import { type CodeSecret, challengeToken } from "./code-secret.ts";
import type { Send } from "./delivery-store.ts";

/** The send that was asked for, and the seconds it has to wait. */
export type EarlySend = Send & {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly shown?: Shown;
  readonly seen?: ShownToSession | undefined;
  readonly wait: number;
};

/** The live challenge that this send would replace: same signer, way, number and part as shown. Null when it is good for nothing. */
export async function codeOnItsWay(
  db: Db,
  deps: { readonly codeSecret: CodeSecret },
  asked: EarlySend,
): Promise<Challenge | null> {
  const state = await readApprovable(db, asked.workflowId, asked.signerId);
  if (!wasShown(state, asked)) return null;
  return await openChallenge(db, deps, { ...asked, purpose: "sign", stateHash: state.stateHash });
}

/** The code of that purpose which is on its way there and stands for this state, as its page is told of it; null: none. */
export async function openChallenge(
  db: Db,
  { codeSecret }: { readonly codeSecret: CodeSecret },
  asked: Send & { readonly purpose: Purpose; readonly stateHash: string | null; readonly wait: number },
): Promise<Challenge | null> {
  const { sentTo, now, stateHash } = asked;
  const found = await readOpenChallenge(db, asked);
  if (found === null || found.sentTo !== sentTo || refuseCheck(found, { stateHash, now }) !== null) return null;
  const id = challengeToken(codeSecret, found);
  // Sent under another secret, or by a version whose names were random: the name cannot be computed any more.
  if (digestOfSecret(id) !== found.authTokenHash) return null;
  return {
    id,
    reference: found.reference,
    expires_in_s: Math.floor((found.expiresAt.getTime() - now.getTime()) / 1000),
    resend_after_s: asked.wait,
    masked_phone: maskPhone(sentTo),
  };
}
