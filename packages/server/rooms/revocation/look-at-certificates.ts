/** Certificates for the operator's desk: a page at a time, one with how it was revoked, and those of an organisation. */
import { z } from "zod";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { eventsAbout } from "../audit-trail/audit-trail.ts";
import {
  countDeskCertificates,
  countRevocable,
  type DeskCertificate,
  type DeskPlace,
  findOrganisation,
  readDeskCertificate,
  readDeskCertificates,
  readRevocable,
} from "./desk-store.ts";
import { type RevocationOrder, readOrder, readOrganisation } from "./orders-store.ts";

type Named = { readonly id: string; readonly name: string };
type Counts = Awaited<ReturnType<typeof countDeskCertificates>>;
type LookDeps = { readonly db: Db; readonly clock: Clock };

/** A page; `counts`: how many match the search in each state; `organisation`: the only one that it finds. */
export type DeskCertificatePage = {
  readonly certificates: readonly DeskCertificate[];
  readonly nextCursor: string | null;
  readonly counts: Counts;
  readonly organisation: (Named & { readonly revocable: number }) | null;
};

/** A page of certificates. A cursor that is not ours is refused. */
export async function listCertificates(
  { db, clock }: LookDeps,
  asked: {
    readonly state: keyof Counts;
    readonly search?: string | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
): Promise<
  { readonly ok: true; readonly page: DeskCertificatePage } | { readonly ok: false; readonly code: "INVALID_REQUEST" }
> {
  const after = asked.cursor === undefined ? null : parseCursor(asked.cursor);
  if (after === undefined) return { ok: false, code: "INVALID_REQUEST" };
  const of = { search: asked.search ?? "", now: clock.now() };
  const [counts, found, named] = await Promise.all([
    countDeskCertificates(db, of),
    readDeskCertificates(db, { ...of, state: asked.state, after, limit: asked.limit + 1 }),
    of.search === "" ? null : findOrganisation(db, of.search),
  ]);
  const certificates = found.slice(0, asked.limit);
  const last = certificates.at(-1);
  const nextCursor = found.length > certificates.length && last ? writeCursor(last.place) : null;
  const organisation = named === null ? null : { ...named, ...(await revocableOf(db, named.id, of.now, null)) };
  return { ok: true, page: { certificates, nextCursor, counts, organisation } };
}

const revocableOf = async (db: Db, organisationId: string, now: Date, since: Date | null) =>
  await countRevocable(db, { organisationId, now, since });

/** How a certificate was revoked, as the trail says; what was erased there is null. */
export type ToldRevocation = {
  readonly at: Date;
  readonly reason: string;
  readonly actor: { readonly kind: string; readonly id: string | null } | null;
  readonly evidence: string | null;
  /** Who proposed it, where a second operator confirmed. */
  readonly proposedBy: string | null;
};

/** A certificate, how it was revoked, and the proposal that waits. Null: there is none. */
export async function lookAtCertificate(
  { db }: LookDeps,
  certificateId: string,
): Promise<{
  readonly certificate: DeskCertificate;
  readonly revocation: ToldRevocation | null;
  readonly order: RevocationOrder | null;
} | null> {
  const certificate = await readDeskCertificate(db, certificateId);
  if (certificate === null) return null;
  const of = { certificateId, organisationId: null };
  const order = await readOrder(db, of, ["waiting"]);
  return { certificate, order, revocation: await toldOf(db, certificate) };
}

// The event is written in the transaction of the revocation, whose time is a full second.
const around_ms = 60_000;

async function toldOf(db: Db, certificate: DeskCertificate): Promise<ToldRevocation | null> {
  const { certificateId, revocation } = certificate;
  if (revocation === null) return null;
  const time = revocation.at.getTime();
  const [told] = await eventsAbout(db, {
    type: "certificate.revoked",
    from: new Date(time - around_ms),
    until: new Date(time + around_ms),
    detail: { name: "certificate", value: certificateId },
  });
  const details = z.object({ evidence: z.string().optional() }).safeParse(told?.details);
  const order = await readOrder(db, { certificateId, organisationId: null }, ["done"]);
  const isConfirmed = order?.decided != null && order.decided.by !== order.proposedBy;
  return {
    ...revocation,
    actor: told === undefined ? null : { kind: told.actorKind, id: told.actorId },
    evidence: details.data?.evidence ?? null,
    proposedBy: isConfirmed ? order.proposedBy : null,
  };
}

const first_shown = 20;

/** What revoking all certificates of an organisation would do, and how far the last order is. Null: there is no such organisation. */
export async function lookAtOrganisation(
  { db, clock }: LookDeps,
  organisationId: string,
): Promise<{
  readonly organisation: Named;
  readonly revocable: number;
  readonly first: readonly DeskCertificate[];
  readonly order: (RevocationOrder & { readonly revoked: number }) | null;
} | null> {
  const organisation = await readOrganisation(db, organisationId);
  if (organisation === null) return null;
  const now = clock.now();
  const order = await readOrder(db, { certificateId: null, organisationId }, ["waiting", "running", "done"]);
  const since = order?.decided?.at ?? null;
  const { revocable, revoked } = await revocableOf(db, organisationId, now, since);
  const first = await readRevocable(db, { organisationId, now, limit: first_shown });
  return { organisation, revocable, first, order: order === null ? null : { ...order, revoked } };
}

const cursorParts = z.tuple([z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/), z.string()]);

const writeCursor = ({ madeAt, certificateId }: DeskPlace): string =>
  Buffer.from(JSON.stringify([madeAt, certificateId])).toString("base64url");

function parseCursor(cursor: string): DeskPlace | undefined {
  try {
    const [madeAt, certificateId] = cursorParts.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    // A NUL has no place in a text of PostgreSQL.
    return Number.isNaN(Date.parse(madeAt)) || certificateId.includes("\0") ? undefined : { madeAt, certificateId };
  } catch {
    return undefined;
  }
}
