/** Asks a root outside for the next issuing CAs: their keys are made here and stay here, what goes out are requests (RFC 2986). */
import { issueRequest } from "@siegel/kernel/x509/certification-request.ts";
import { encodeServiceName } from "@siegel/kernel/x509/profiles.ts";
import { inTransaction } from "../../db/transaction.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { type IssuingRole, issuingRoles, unitRules } from "./authority-rules.ts";
import { countUnits, lockAuthority, readActiveUnit, readAuthorities } from "./authority-store.ts";
import { rootIsOutside } from "./ensure-hierarchy.ts";
import { matchingSigner } from "./matching-signer.ts";
import { type OpenRequest, readRequests, saveRequest } from "./root-store.ts";
import { prefixOf, unitName } from "./unit-names.ts";

/** The open requests, one a role. What was asked for before and has not come back is the same again. */
export async function requestUnits(deps: AuthorityDeps): Promise<readonly OpenRequest[]> {
  for (const role of issuingRoles) {
    if (await isAskedFor(deps, role)) continue;
    // Outside of the transaction, like every key (ensure-hierarchy.ts). One that loses the race is destroyed.
    const key = await deps.keys.generate(unitRules[role].keyKind);
    const made = await inTransaction(deps.db, async (db) => {
      await lockAuthority(db, role);
      if (await isAskedFor({ db }, role)) return false;
      await makeRequest({ ...deps, db }, role, key);
      return true;
    });
    if (!made) await deps.keys.destroy(key.keyId);
  }
  return await readRequests(deps.db);
}

const isAskedFor = async ({ db }: Pick<AuthorityDeps, "db">, role: IssuingRole): Promise<boolean> =>
  (await readRequests(db)).some((one) => one.role === role);

async function makeRequest(
  deps: AuthorityDeps,
  role: IssuingRole,
  { keyId, subjectPublicKeyInfo }: Awaited<ReturnType<AuthorityDeps["keys"]["generate"]>>,
): Promise<void> {
  const number = (await countUnits(deps.db, role)) + 1;
  const name = `${prefixOf[role]}-${number}`;
  const subject = encodeServiceName(unitName(deps.authority, role, number));
  const signer = matchingSigner(await deps.keys.signer(keyId), subjectPublicKeyInfo);
  const request = await issueRequest({ subject, subjectPublicKeyInfo }, signer);
  const at = deps.clock.now();
  await saveRequest(deps.db, { name, role, keyId, request }, at);
  await recordEvent(deps.db, {
    at,
    type: "authority.unit-requested",
    actor: { kind: "operator" },
    details: { name, role },
  });
}

/** What a person has to do; `isFirst`: there never was a CA here, so nothing can be done before. */
type NextStep = { readonly sentence: string; readonly isFirst: boolean };

/** What has to be done so that a CA of each role issues, where the root's key is outside; null: nothing, or they make themselves. */
export async function nextStep(deps: Pick<AuthorityDeps, "db" | "authority">): Promise<NextStep | null> {
  if (!(await rootIsOutside(deps))) return null;
  const { db } = deps;
  const active = await Promise.all(issuingRoles.map((role) => readActiveUnit(db, role)));
  if (!active.includes(null)) return null;
  const isFirst = (await readAuthorities(db)).every(({ role }) => role === "root");
  const open = (await readRequests(db)).map(({ name }) => name);
  const sentence =
    open.length === 0
      ? "Run `siegel authority request --out <folder>` here, and take the folder to the machine of the root."
      : `Requested: ${open.join(", ")}. Run \`siegel authority new-issuing\` on the machine of the root, then \`siegel authority roll --from <folder>\` here.`;
  return { sentence, isFirst };
}
