/** The link of a case is used: the code is right, and the case ends with the certificate, in one transaction. */
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type CheckCodeDeps, type CheckedCode, checkNewestCode } from "../challenges/challenges.ts";
import { insertPerson, readCaseOfLink, readPersons, saveClosed, takeCaseOfLink } from "./cases-store.ts";
import { compareBirthdates } from "./compare-birthdates.ts";
import { foldName, sameName } from "./fold-name.ts";
import { type IdentitySecret, openPerson, type PersonData, sealIdentity } from "./identity-data.ts";
import { holderOf, isUsable, type MetPerson, metPerson } from "./send-ident-code.ts";

type FinishDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly enqueue: Enqueue;
  readonly identitySecret: IdentitySecret;
};

const gone = { ok: false, code: "NO_IDENTIFICATION_FOUND" } as const;

/** Whether the newest code of a link's case is right; it is not used up. */
export async function checkIdentCode(
  deps: CheckCodeDeps,
  typed: { readonly secret: string; readonly otp: string; readonly ip: string; readonly userAgent: string },
): Promise<CheckedCode | typeof gone> {
  const { secret, ...rest } = typed;
  const found = await readCaseOfLink(deps.db, digestOfSecret(secret));
  if (found === null || !isUsable(found, deps.clock.now())) return gone;
  return await checkNewestCode(deps, {
    ...rest,
    purpose: "personal-ident",
    holder: holderOf(found.caseId),
    stateHash: null,
  });
}

/** The case of a link for whoever has it first, locked until the transaction ends; null: another call has it, or it is over. */
export async function takeCase(
  deps: Pick<FinishDeps, "db" | "clock" | "identitySecret">,
  secret: string,
): Promise<MetPerson | null> {
  const found = await takeCaseOfLink(deps.db, digestOfSecret(secret));
  return found === null || !isUsable(found, deps.clock.now()) ? null : await metPerson(deps, found);
}

/** Whether the case of a link can still be used. */
export async function isOpenLink({ db, clock }: Pick<FinishDeps, "db" | "clock">, secret: string): Promise<boolean> {
  const found = await readCaseOfLink(db, digestOfSecret(secret));
  return found !== null && isUsable(found, clock.now());
}

/** The record of a person: of the same mailbox, name and birthdate, else a new one. */
export async function personOf(
  deps: Pick<FinishDeps, "db" | "clock" | "random" | "identitySecret">,
  data: PersonData,
): Promise<string> {
  const { db, identitySecret, random, clock } = deps;
  const { firstName, lastName, email, birthdate } = data;
  let alike: string | null = null;
  for (const { personId, sealed } of await readPersons(db, email)) {
    const known = openPerson(identitySecret, personId, sealed);
    if (!sameName(foldName(known), foldName(data))) continue;
    const birthday = compareBirthdates(known.birthdate, birthdate);
    if (birthday === "same") return personId;
    // Of the same mailbox and name: a birthday that is not told makes no other person of them.
    if (birthday === "unknown") alike ??= personId;
  }
  if (alike !== null) return alike;
  const personId = random.id();
  const sealed = sealIdentity({ identitySecret, random }, personId, { firstName, lastName, email, birthdate });
  await insertPerson(db, { personId, email, sealed, at: clock.now() });
  return personId;
}

/** Ends a case with its certificate, and writes to the person; in the caller's transaction. */
export async function finishCase(
  deps: Pick<FinishDeps, "db" | "clock" | "random" | "enqueue">,
  { caseId }: MetPerson,
  done: { readonly personId: string; readonly certificateId: string; readonly ip: string; readonly userAgent: string },
): Promise<void> {
  const { db, random, enqueue } = deps;
  const { personId, certificateId, ip, userAgent } = done;
  const at = deps.clock.now();
  await saveClosed(db, caseId, { at, state: "done", personId });
  const details = { case: caseId, person: personId, certificate: certificateId };
  await recordEvent(db, { at, type: "identification.done", actor: { kind: "system", ip, userAgent }, details });
  await enqueue(db, "send-ident-mail", { mailId: random.id(), kind: "ident_created", caseId, linkId: "" });
}

/** Whether somebody of this mailbox and name was met and got a certificate. */
export async function wasMet(
  { db, identitySecret }: Pick<FinishDeps, "db" | "identitySecret">,
  wanted: { readonly email: string; readonly firstName: string; readonly lastName: string },
): Promise<boolean> {
  const people = await readPersons(db, wanted.email.trim().toLowerCase());
  return people.some(({ personId, sealed }) =>
    sameName(foldName(openPerson(identitySecret, personId, sealed)), foldName(wanted)),
  );
}
