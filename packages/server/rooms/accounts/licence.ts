/**
 * What a licence allows. Signatures are promised when a workflow is created, counted when they are made, and given back
 * when they will not be made any more (decisions.md §5 'Counting').
 */
import type { Db } from "../../db/database.ts";
import {
  type LicenceState,
  type PerClass,
  promise,
  readLicence,
  readUsage,
  type Usage,
  unpromise,
  usePromise,
} from "./licence-store.ts";
import type { SignatureClass } from "./signature-class.ts";

/** Promises the signatures of a workflow about to be created; refused when the licence has not that many left. */
export async function reserveSignatures(
  db: Db,
  tokenId: string,
  wanted: { perClass: PerClass; now: Date },
): Promise<{ ok: true } | { ok: false; code: "LICENSE_LIMIT_REACHED" }> {
  const reserved = await promise(db, tokenId, { ...wanted.perClass, now: wanted.now });
  return reserved ? { ok: true } : { ok: false, code: "LICENSE_LIMIT_REACHED" };
}

/** Gives back what will not be signed any more: the workflow was refused, cancelled or expired. */
export async function releaseSignatures(db: Db, tokenId: string, perClass: PerClass): Promise<void> {
  await unpromise(db, tokenId, perClass);
}

/** Counts one signature, in the transaction that records it (decisions.md §5 'Counting'). */
export async function countSignature(
  db: Db,
  counted: { tokenId: string; signatureClass: SignatureClass },
): Promise<void> {
  await usePromise(db, counted.tokenId, counted.signatureClass);
}

/** What the licence of a token allows and what is used. @throws when there is no such token */
export async function usageOf(db: Db, tokenId: string): Promise<Record<SignatureClass, Usage>> {
  const usage = await readUsage(db, tokenId);
  if (!usage) throw new Error(`no token ${tokenId}`);
  return usage;
}

/** The licence of an organisation: what it allows and what is used of it. @throws when it has none */
export async function licenceOf(db: Db, organisationId: string): Promise<LicenceState> {
  return await readLicence(db, organisationId);
}
