/** The code that a mail brings: it waits sealed beside its attempt until the mail is written. */
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { readChallenge } from "./challenges-store.ts";
import { type CodeSecret, openCode } from "./code-secret.ts";
import { readDelivery } from "./delivery-store.ts";

/** What the mail says. */
type MailedCode = {
  readonly email: string;
  readonly otp: string;
  readonly reference: string;
  readonly expiresAt: Date;
};

/** The code of an attempt; null once it is used, replaced or expired. */
export async function mailedCode(
  { db, clock, codeSecret }: { readonly db: Db; readonly clock: Clock; readonly codeSecret: CodeSecret },
  attemptId: string,
): Promise<MailedCode | null> {
  const delivery = await readDelivery(db, attemptId);
  if (delivery?.sealedCode == null || delivery.channel !== "mail") return null;
  const challenge = await readChallenge(db, delivery.challengeId);
  if (challenge === null || challenge.ended !== null || challenge.expiresAt <= clock.now()) return null;
  const { sentTo: email, reference, expiresAt } = challenge;
  return { email, reference, expiresAt, otp: openCode(codeSecret, attemptId, delivery.sealedCode) };
}
