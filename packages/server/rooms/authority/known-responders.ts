/** The responder of each CA, with its key still wrapped, looked at once a second: answers read only what is asked about. */
import { performance } from "node:perf_hooks";
import type { Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { Db } from "../../db/database.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { type Authority, keyOf, readResponder, type Unit } from "./authority-store.ts";
import { matchingSigner } from "./matching-signer.ts";
import { unitCertificate } from "./unit-certificate.ts";

/** Who answers for a CA, and how it signs. */
type Responder = { readonly unit: Unit; readonly signer: Signer };

type Known = { readonly responder: Responder; readonly lookedAt: number };

const look_every_ms = 1_000;
// By pool: another database has other responders.
const knownOf = new WeakMap<Db, Map<string, Known>>();

/** The responder of a CA; null: it has none. */
export async function responderOf(deps: AuthorityDeps, issuer: Authority): Promise<Responder | null> {
  const { db, clock } = deps;
  const known = knownOf.get(db)?.get(issuer.name);
  if (known !== undefined && performance.now() - known.lookedAt < look_every_ms)
    if (known.responder.unit.notAfter > clock.now()) return known.responder;
  const lookedAt = performance.now();
  const unit = await readResponder(db, issuer);
  if (unit === null) return null;
  const { subjectPublicKeyInfo } = unitCertificate(unit.certificate);
  const signer = matchingSigner(await deps.keys.signer(keyOf(unit)), subjectPublicKeyInfo);
  const responder = { unit, signer };
  // What a transaction sees may be undone with it.
  if (!db.isTransaction) {
    const all = knownOf.get(db) ?? new Map<string, Known>();
    knownOf.set(db, all.set(issuer.name, { responder, lookedAt }));
  }
  return responder;
}

/** This process may have made another one: it is looked for at once. */
export function lookForResponders(db: Db): void {
  knownOf.delete(db);
}
