/**
 * Makes revocation lists of the own CAs (RFC 5280 §5): on time by a timer, at once after a revocation. A list is made outside any lock and
 * kept under the next number; of two processes that make it at the same time one comes first, and the other looks again.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeRevoked, issueCrl, type RevokedEntries } from "@siegel/kernel/revocation/crl.ts";
import type { Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { arlEveryMs, arlLifeMs, crlEveryMs, crlLifeMs, lastListWithinMs, noNextUpdate } from "./authority-rules.ts";
import { type Authority, keyOf, readActiveUnit, readAuthorities } from "./authority-store.ts";
import { matchingSigner } from "./matching-signer.ts";
import { lookAgain } from "./published-lists.ts";
import { countRevoked, type ListHead, readLastEnd, readListHead, readRevoked, saveList } from "./revocation-store.ts";
import { unitCertificate } from "./unit-certificate.ts";

/** Makes the lists that are due, of each CA whose key is here. Harmless when none is. */
export async function keepListsFresh(deps: AuthorityDeps): Promise<void> {
  for (const issuer of await readAuthorities(deps.db)) if (issuer.keyId !== null) await publishCrl(deps, issuer);
}

/** The job after a revocation: the list of that CA follows. Harmless when another list has it already. @throws when there is no such CA */
export async function publishListOf(deps: AuthorityDeps, name: string): Promise<void> {
  const issuer = (await readAuthorities(deps.db)).find((one) => one.name === name);
  if (issuer === undefined) throw new Error(`there is no CA ${name}`);
  if (issuer.keyId !== null) await publishCrl(deps, issuer);
}

/** Makes the last list of a CA (RFC 5280 §4.1.2.5), unless it is there: for one that ends before its time. @throws like `publishListOf` */
export async function publishLastList(deps: AuthorityDeps, issuer: Authority): Promise<void> {
  for (let tries = 0; tries < tries_max; tries++) {
    const before = await readListHead(deps.db, issuer.name);
    const isLast = before?.nextUpdate.getTime() === noNextUpdate.getTime();
    if (isLast && before?.entries === (await countRevoked(deps.db, issuer.name))) return;
    const now = Math.floor(deps.clock.now().getTime() / 1000) * 1000;
    const thisUpdate = new Date(Math.max(now, before?.thisUpdate.getTime() ?? 0));
    if (await makeListAt(deps, issuer, { before, times: { thisUpdate, nextUpdate: noNextUpdate } })) return;
  }
  throw new Error(`other processes published ${tries_max} lists of ${issuer.name} meanwhile`);
}

/** Each failed try means that another process published a list in between. */
const tries_max = 50;

/** Makes a list of one CA until none is due. @throws SigningRefusal when the CA's key does not fit its certificate */
async function publishCrl(deps: AuthorityDeps, issuer: Authority): Promise<void> {
  for (let tries = 0; tries < tries_max; tries++) {
    const before = await readListHead(deps.db, issuer.name);
    const times = await timesIfDue(deps, issuer, before);
    if (times === null) return;
    if (await makeListAt(deps, issuer, { before, times })) return;
  }
  throw new Error(`other processes published ${tries_max} lists of ${issuer.name} meanwhile`);
}

async function makeListAt(
  deps: AuthorityDeps,
  issuer: Authority,
  at: Pick<ToMake, "before" | "times">,
): Promise<boolean> {
  const certificate = unitCertificate(issuer.certificate);
  const signer = matchingSigner(await deps.keys.signer(keyOf(issuer)), certificate.subjectPublicKeyInfo);
  return await makeList(deps, issuer, { ...at, certificate, signer });
}

type Times = { readonly thisUpdate: Date; readonly nextUpdate: Date };

/** The times of the list that is due; null: none is. */
async function timesIfDue(deps: AuthorityDeps, issuer: Authority, before: ListHead | null): Promise<Times | null> {
  const now = Math.floor(deps.clock.now().getTime() / 1000) * 1000;
  const isLast = await endsFor(deps, issuer, now);
  const [everyMs, lifeMs] = issuer.role === "root" ? [arlEveryMs, arlLifeMs] : [crlEveryMs, crlLifeMs];
  const ends = issuer.notAfter.getTime();
  // The newest list has no smaller number and no earlier time, also where this process's clock is behind.
  const from = Math.max(Math.min(now, ends - 1_000), before?.thisUpdate.getTime() ?? 0);
  const thisUpdate = new Date(from);
  const nextUpdate = isLast ? noNextUpdate : new Date(Math.min(from + lifeMs, ends));
  if (before === null || before.entries !== (await countRevoked(deps.db, issuer.name)))
    return { thisUpdate, nextUpdate };
  if (before.nextUpdate.getTime() === noNextUpdate.getTime()) return null;
  return isLast || before.thisUpdate.getTime() + everyMs <= now ? { thisUpdate, nextUpdate } : null;
}

/** What was signed just before a CA got its successor may be recorded a little after. */
const drafts_ms = 24 * 3_600_000;

/** Whether nothing can be revoked any more: the CA issues nothing, and what it issued is over. */
async function endsFor({ db }: AuthorityDeps, issuer: Authority, now: number): Promise<boolean> {
  const soon = new Date(now + lastListWithinMs);
  if (issuer.notAfter <= soon) return true;
  const active = await readActiveUnit(db, issuer.role);
  if (active === null || active.name === issuer.name) return false;
  if (active.notBefore.getTime() + drafts_ms > now) return false;
  const last = await readLastEnd(db, issuer.name);
  return last === null || last.getTime() <= now;
}

type ToMake = {
  readonly before: ListHead | null;
  readonly times: Times;
  readonly certificate: ReturnType<typeof unitCertificate>;
  readonly signer: Signer;
};

async function makeList(
  deps: AuthorityDeps,
  issuer: Authority,
  { before, times, certificate, signer }: ToMake,
): Promise<boolean> {
  // RFC 5280 §5.2.3: increases with every list of this issuer. What is revoked is read after the number, so no list has less than the one before.
  const number = (before?.number ?? 0) + 1;
  const { entries, revoked } = await revokedEntries(deps, issuer.name);
  const crl = await issueCrl(
    {
      issuer: certificate,
      crlNumber: BigInt(number),
      ...times,
      revoked: [],
      before: revoked,
      expiredCertsSince: certificate.notBefore,
    },
    signer,
  );
  const isKept = await saveList(deps.db, issuer.name, { number, crl, ...times, entries });
  if (isKept) lookAgain(deps.db, issuer.name);
  return isKept;
}

/** Entries read and written in one turn of the event loop. Between two turns this process answers others. */
const entries_a_turn = 2_000;

async function revokedEntries(
  { db }: AuthorityDeps,
  issuer: string,
): Promise<{ readonly entries: number; readonly revoked: RevokedEntries }> {
  const parts: Uint8Array[] = [];
  let entries = 0;
  for (let after = ""; ; ) {
    const page = await readRevoked(db, { issuer, after, limit: entries_a_turn });
    const last = page.at(-1);
    if (last === undefined) break;
    parts.push(encodeRevoked(page.map(({ at, ...one }) => ({ ...one, revokedAt: at }))).bytes);
    entries += page.length;
    after = last.serialNumber;
    await nextTurn();
  }
  return { entries, revoked: { bytes: Buffer.concat(parts) } };
}
