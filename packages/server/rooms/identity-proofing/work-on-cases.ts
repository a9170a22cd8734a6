/** An operator met somebody: records it, sends the link again, ends the case (docs/flows/qualified-signing.md). */
import { ident_link_resend_after_s, type Language } from "@siegel/contract/limits.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { type ByOperator, verifiedOrganisation } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { newLink } from "./case-links.ts";
import { insertCase, lockOpenCases, readCase, type StoredCase, saveClosed, saveLink } from "./cases-store.ts";
import { foldName, sameName } from "./fold-name.ts";
import { type IdentityData, type IdentitySecret, sealIdentity } from "./identity-data.ts";

/** What working on cases asks of the world. */
export type CaseDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly enqueue: Enqueue;
  readonly identitySecret: IdentitySecret;
};

/** Why nothing was recorded. */
export type NotRecorded = {
  readonly ok: false;
  readonly code: "IDENTITY_DOCUMENT_EXPIRED" | "ORGANIZATION_NOT_VERIFIED" | "NOT_A_REPRESENTATIVE";
};

/** Why a case stays as it is. */
export type CaseRefusal =
  | { readonly ok: false; readonly code: "NOT_FOUND" | "CASE_OVER" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

/** Records a person who was met and sends them their link; their open case for the same purpose ends. */
export async function recordPerson(
  deps: CaseDeps,
  by: ByOperator,
  { data: typed, language }: { readonly data: IdentityData; readonly language: Language },
): Promise<{ readonly ok: true; readonly caseId: string } | NotRecorded> {
  const data = { ...typed, email: typed.email.trim().toLowerCase() };
  const now = deps.clock.now();
  // Valid to the end of its last day, wherever that ends last.
  if (now.getTime() >= Date.parse(`${data.documentValidUntil}T00:00:00Z`) + 36 * 3_600_000)
    return { ok: false, code: "IDENTITY_DOCUMENT_EXPIRED" };
  return await inTransaction(deps.db, async (db) => {
    const code = await whyNotRepresentative(db, data);
    if (code !== null) return { ok: false, code };
    for (const open of await lockOpenCases(db, data.email))
      if (isSamePurpose(open, data)) await close(db, by, { caseId: open.caseId, at: now, why: "recorded again" });
    const caseId = deps.random.id();
    const link = newLink(deps, caseId);
    const { organisationId, email, firstName, lastName } = data;
    const sealed = sealIdentity(deps, caseId, data);
    const who = { organisationId, email, firstName, lastName, language };
    await insertCase(db, { caseId, ...who, sealed, identifiedAt: now, identifiedBy: by.operatorId, link });
    const { documentKind, phone } = data;
    const read = { organisation: organisationId, documentKind, phone: maskPhone(phone) };
    await record(db, by, { at: now, type: "identification.recorded", details: { case: caseId, ...read } });
    await mailLink({ ...deps, db }, caseId, link.linkId);
    return { ok: true, caseId };
  });
}

/** Sends another link; the one before works no more. */
export async function resendLink(
  deps: CaseDeps,
  by: ByOperator,
  caseId: string,
): Promise<{ readonly ok: true } | CaseRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const found = await readCase(db, caseId, { isLocked: true });
    if (found === null) return { ok: false, code: "NOT_FOUND" };
    if (found.state !== "open") return { ok: false, code: "CASE_OVER" };
    const at = deps.clock.now();
    const retryAfterS = secondsToNextLink(found, at);
    if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
    const link = newLink(deps, caseId);
    await saveLink(db, caseId, link);
    await record(db, by, { at, type: "identification.link-sent", details: { case: caseId } });
    await mailLink({ ...deps, db }, caseId, link.linkId);
    return { ok: true };
  });
}

/** When another link may be sent, in seconds; 0 for now, and where none is sent any more. */
export function secondsToNextLink({ state, linkSentAt }: StoredCase, now: Date): number {
  if (state !== "open") return 0;
  return Math.max(0, Math.ceil((linkSentAt.getTime() - now.getTime()) / 1_000) + ident_link_resend_after_s);
}

/** Ends an open case. */
export async function endCase(
  deps: Pick<CaseDeps, "db" | "clock">,
  by: ByOperator,
  caseId: string,
): Promise<{ readonly ok: true } | CaseRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const found = await readCase(db, caseId, { isLocked: true });
    if (found === null) return { ok: false, code: "NOT_FOUND" };
    if (found.state !== "open") return { ok: false, code: "CASE_OVER" };
    await close(db, by, { caseId, at: deps.clock.now(), why: "ended by an operator" });
    return { ok: true };
  });
}

/** To seal, the person is one of those whom the register names, by e-mail and name. */
async function whyNotRepresentative(db: Db, data: IdentityData): Promise<NotRecorded["code"] | null> {
  const { organisationId, email } = data;
  if (organisationId === null) return null;
  const organisation = await verifiedOrganisation(db, organisationId);
  if (organisation === null) return "ORGANIZATION_NOT_VERIFIED";
  const isNamed = organisation.representatives.some(
    (one) => one.email.trim().toLowerCase() === email && sameName(foldName(one), foldName(data)),
  );
  return isNamed ? null : "NOT_A_REPRESENTATIVE";
}

const isSamePurpose = (open: StoredCase, data: IdentityData): boolean =>
  open.organisationId === data.organisationId && sameName(foldName(open), foldName(data));

async function close(
  db: Db,
  by: ByOperator,
  { caseId, at, why }: { readonly caseId: string; readonly at: Date; readonly why: string },
): Promise<void> {
  await saveClosed(db, caseId, { at, state: "ended" });
  await record(db, by, { at, type: "identification.ended", details: { case: caseId, why } });
}

async function mailLink(deps: CaseDeps, caseId: string, linkId: string): Promise<void> {
  await deps.enqueue(deps.db, "send-ident-mail", { mailId: deps.random.id(), kind: "ident_link", caseId, linkId });
}

async function record(
  db: Db,
  { operatorId, ip, userAgent }: ByOperator,
  event: { readonly at: Date; readonly type: string; readonly details: Readonly<Record<string, string | null>> },
): Promise<void> {
  await recordEvent(db, { ...event, actor: { kind: "operator", id: operatorId, ip, userAgent } });
}
