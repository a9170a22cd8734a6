/** What the provider calls back for: the fate of a message, and the words of a call. */
import type { SignerId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { CodeMessage, DeliveryStatus } from "../../ports/code-transport.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { isLater } from "./challenges-rules.ts";
import { readChallenge } from "./challenges-store.ts";
import { eventAbout } from "./code-events.ts";
import { spokenWords } from "./code-message.ts";
import { type CodeSecret, openCode } from "./code-secret.ts";
import { lockDelivery, readDelivery, saveReported } from "./delivery-store.ts";

/**
 * Records a status callback; repeated and out-of-order ones change nothing. False when no attempt of ours is meant.
 * `attemptId` is in the callback's address: the callback may be faster than the answer that names the provider's reference.
 */
export async function recordDelivery(
  deps: { readonly db: Db; readonly clock: Clock },
  status: DeliveryStatus & { readonly attemptId?: string },
): Promise<boolean> {
  return await inTransaction(deps.db, async (db) => {
    const delivery = await lockDelivery(db, status);
    if (delivery === null) return false;
    if (!isLater(status.state, delivery.state)) return true;
    const at = deps.clock.now();
    const { state, providerReference, providerCode = null } = status;
    await saveReported(db, delivery.attemptId, { state, providerReference, providerCode, at });
    const details = { challengeId: delivery.challengeId, attemptId: delivery.attemptId, state, providerCode };
    await recordEvent(db, { at, type: "code.delivery", ...eventAbout(delivery), details });
    return true;
  });
}

/** What a call says, for the provider's voice callback; null once the code is used, replaced or expired. */
export type SpokenCode = CodeMessage["spoken"] & { readonly language: Language };

/** Looks the words of a call up by our attempt: the code itself never stands in an address. */
export async function spokenCode(
  deps: {
    readonly db: Db;
    readonly clock: Clock;
    readonly codeSecret: CodeSecret;
    readonly codeSender: { readonly provider: string };
  },
  attemptId: string,
): Promise<SpokenCode | null> {
  const delivery = await readDelivery(deps.db, attemptId);
  if (delivery?.sealedCode == null) return null;
  const challenge = await readChallenge(deps.db, delivery.challengeId);
  if (challenge === null || challenge.ended !== null || challenge.expiresAt <= deps.clock.now()) return null;
  const { holder, workflowId } = challenge;
  // Calls are for signers only: nobody else's language is known here.
  if (holder.kind !== "signer" || workflowId === null) return null;
  const context = await loadSigner(deps.db, workflowId, holder.id as SignerId);
  if (context === null) return null;
  const { language } = context.signer;
  const otp = openCode(deps.codeSecret, attemptId, delivery.sealedCode);
  return {
    language,
    ...spokenWords({ language, provider: deps.codeSender.provider, reference: challenge.reference, otp }),
  };
}
