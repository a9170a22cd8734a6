/** What the owner of a proven mailbox is told of their certificates. */
import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import { maskPhone, parsePhone, takesTexts } from "@siegel/contract/phone.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { standingOfIssued } from "../authority/authority.ts";
import {
  type HeldByMailbox,
  type HolderSecret,
  heldByMailbox,
  holderOf,
  restOf,
} from "../certificates/certificates.ts";
import { phoneOfCode } from "../challenges/challenges.ts";
import { codeOfLatestAct } from "../signing/signing.ts";
import { maskEmail } from "./mask-email.ts";
import { provenVisit } from "./proofs.ts";
import { saveChosen } from "./visits-store.ts";

/** What it asks of the world. */
export type OwnDeps = { readonly db: Db; readonly clock: Clock; readonly holderSecret: HolderSecret };

type Refused<Code extends string> = { readonly ok: false; readonly code: Code };

/** A certificate of the owner, and how it stands. */
export type Owned = HeldByMailbox & {
  readonly state: "v" | "r" | "e";
  readonly revokedAt: Date | null;
  readonly isShortTerm: boolean;
  /** E.164; null: no phone for text messages is known. */
  readonly phone: string | null;
  /** Until then it signs nothing; null: it does not rest. */
  readonly restsUntil: Date | null;
};

/** The certificates of an address, by serial number, the highest first. */
async function ownedBy(deps: OwnDeps, email: string): Promise<Owned[]> {
  const held = await heldByMailbox(deps, email);
  const owned = await Promise.all(held.map((one) => standing(deps, one)));
  const numberOf = ({ serial }: Owned) => serial.padStart(40, "0");
  return owned.sort((a, b) => (numberOf(a) < numberOf(b) ? 1 : -1));
}

async function standing(deps: OwnDeps, held: HeldByMailbox): Promise<Owned> {
  const { revocation, isShortTerm } = await standingOfIssued(deps.db, held);
  const isOver = held.notAfter <= deps.clock.now();
  const phone = held.phone ?? (await phoneOfLatestAct(deps.db, held.certificateId));
  return {
    ...held,
    state: revocation !== null ? "r" : isOver ? "e" : "v",
    revokedAt: revocation?.at ?? null,
    isShortTerm,
    phone: phone !== null && getsTexts(phone) ? phone : null,
    restsUntil: await restOf(deps, held.certificateId),
  };
}

function getsTexts(e164: string): boolean {
  const parsed = parsePhone(e164);
  return parsed.ok && takesTexts(parsed.phone.type);
}

/** An advanced certificate has no phone of its own: the one that its last signature was approved by. */
async function phoneOfLatestAct(db: Db, certificateId: string): Promise<string | null> {
  const challengeId = await codeOfLatestAct(db, certificateId);
  return challengeId === null ? null : await phoneOfCode(db, challengeId);
}

/** One certificate of an address; null: it is not theirs. */
export async function ownedOne(deps: OwnDeps, email: string, certificateId: string): Promise<Owned | null> {
  const found = (await heldByMailbox(deps, email)).find((one) => one.certificateId === certificateId);
  return found === undefined ? null : await standing(deps, found);
}

/** One certificate; null: unknown id, or of no mailbox. */
export async function ownedById(deps: OwnDeps, certificateId: string): Promise<Owned | null> {
  const holder = await holderOf(deps.db, certificateId);
  return holder === null || holder.email === "" ? null : await ownedOne(deps, holder.email, certificateId);
}

/** Whether its owner can change phone and password: a long-term qualified one in use has both. */
export const isChangeable = (owned: Owned): boolean => isRevocable(owned) && owned.level === "qes" && owned.isInUse;

/** Whether its owner can revoke it. */
export const isRevocable = ({ state, isShortTerm }: Owned): boolean => state === "v" && !isShortTerm;

type Listed<T> = { readonly ok: true; readonly rows: T[] } | Refused<"MAILBOX_UNPROVEN" | "MAIL_NOT_FOUND">;

/** The certificates of a browser's proven mailbox. */
export async function listOwn(deps: OwnDeps, browser: string | null): Promise<Listed<OwnCertificate>> {
  const visit = await provenVisit(deps, browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const rows = (await ownedBy(deps, visit.email)).map(toRow);
  return rows.length === 0 ? { ok: false, code: "MAIL_NOT_FOUND" } : { ok: true, rows };
}

const toRow = (owned: Owned): OwnCertificate => ({
  certificate_id: owned.certificateId,
  serial_number: owned.serial,
  status: owned.state,
  not_before: owned.notBefore.toISOString(),
  not_after: owned.notAfter.toISOString(),
  type: owned.level,
  signer_id: owned.holderId,
  holder: owned.name,
  revoked_at: owned.revokedAt?.toISOString() ?? null,
  revocable: isRevocable(owned),
  short_term: owned.isShortTerm,
  changeable: isChangeable(owned),
  rests_until: owned.state === "v" ? (owned.restsUntil?.toISOString() ?? null) : null,
  masked_phone: owned.phone === null ? null : maskPhone(owned.phone),
});

/** A person in the certificates, and how many there are. */
type Holder = { signer_id: string; first_name: string; last_name: string; certificates: number };

/** The people in the certificates of a browser's proven mailbox. */
export async function listHolders(deps: OwnDeps, browser: string | null): Promise<Listed<Holder>> {
  const visit = await provenVisit(deps, browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const byId = new Map<string, Holder>();
  for (const { holderId, firstName, lastName } of await heldByMailbox(deps, visit.email)) {
    const earlier = byId.get(holderId)?.certificates ?? 0;
    byId.set(holderId, {
      signer_id: holderId,
      first_name: firstName,
      last_name: lastName,
      certificates: earlier + 1,
    });
  }
  return byId.size === 0 ? { ok: false, code: "MAIL_NOT_FOUND" } : { ok: true, rows: [...byId.values()] };
}

/** The masked address of a person's certificates. */
export async function maskedEmailOf(
  deps: OwnDeps,
  { browser, holderId }: { readonly browser: string | null; readonly holderId: string },
): Promise<{ readonly ok: true; readonly email: string } | Refused<"MAILBOX_UNPROVEN" | "NOT_FOUND">> {
  const visit = await provenVisit(deps, browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const isTheirs = (await heldByMailbox(deps, visit.email)).some((one) => one.holderId === holderId);
  return isTheirs ? { ok: true, email: maskEmail(visit.email) } : { ok: false, code: "NOT_FOUND" };
}

/** Whether a certificate can be revoked by text message; the next code is for it. */
export async function mayRevokeByPhone(
  deps: OwnDeps,
  asked: { readonly browser: string | null; readonly certificateId: string; readonly holderId: string },
): Promise<{ readonly ok: true; readonly may: boolean } | Refused<"MAILBOX_UNPROVEN" | "NOT_FOUND">> {
  const visit = await provenVisit(deps, asked.browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const owned = await ownedOne(deps, visit.email, asked.certificateId);
  if (owned === null || owned.holderId !== asked.holderId) return { ok: false, code: "NOT_FOUND" };
  await saveChosen(deps.db, visit.visitId, owned.certificateId);
  return { ok: true, may: isRevocable(owned) && owned.phone !== null };
}
