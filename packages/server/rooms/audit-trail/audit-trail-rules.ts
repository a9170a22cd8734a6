/** How a chain is computed and where it breaks: pure, so that an outsider can do the same sums. */
import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "./canonical-json.ts";

/** Chain of what belongs to no workflow. */
export const serviceChain = "service";
/** `prevHash` of the first event of a chain. */
export const chainStart = "0".repeat(64);

/** An event as it stands in the chain. `at` is UTC with microseconds: 2026-11-21T09:00:00.000000Z. */
export type ChainedEvent = {
  readonly chainId: string;
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly workflowId: string | null;
  readonly signerId: string | null;
  readonly fileId: string | null;
  readonly detailsHash: string;
  readonly prevHash: string;
};

/** What was kept of an event's details: missing, erased or there. */
export type KeptDetails =
  | { readonly kind: "kept"; readonly salt: Uint8Array; readonly details: Json }
  | { readonly kind: "erased" }
  | { readonly kind: "missing" };

/** Type of the event that says whose details were erased: `erased` in its own details lists their `seq`, and it is never erased itself. */
export const erasureType = "trail.details-erased";

/** SHA-256(salt ‖ canonical JSON), hex: says nothing about the details once salt and details are erased. */
export function hashDetails(salt: Uint8Array, details: Json): string {
  return createHash("sha256").update(salt).update(canonicalJson(details)).digest("hex");
}

/** SHA-256(0x00 ‖ canonical JSON of the event), hex; the first byte marks a leaf (RFC 6962 §2.1). */
export function hashEvent(event: ChainedEvent): string {
  const fields: Json = {
    actorId: event.actorId,
    actorKind: event.actorKind,
    at: event.at,
    chainId: event.chainId,
    detailsHash: event.detailsHash,
    fileId: event.fileId,
    prevHash: event.prevHash,
    seq: event.seq,
    signerId: event.signerId,
    type: event.type,
    workflowId: event.workflowId,
  };
  return createHash("sha256").update(Uint8Array.of(0)).update(canonicalJson(fields)).digest("hex");
}

/** The newest event of a chain. */
export type TrailHead = { readonly seq: number; readonly hash: string };

/** A place where a chain does not hold. `seq` is null where the chain as a whole is meant. */
export type TrailFault = {
  readonly chainId: string;
  readonly seq: number | null;
  readonly kind:
    | "changed"
    | "details-changed"
    | "details-missing"
    | "details-erased"
    | "missing"
    | "reordered"
    | "head-wrong"
    | "no-chain";
};

/** A row to be checked: the event, the hash stored with it and its details. */
export type StoredEvent = ChainedEvent & { readonly hash: string; readonly kept: KeptDetails };

/** Checks one chain in the order of `seq`; answers every fault it can name. */
export function checkChain(chainId: string, head: TrailHead | null, rows: readonly StoredEvent[]): TrailFault[] {
  const faults: TrailFault[] = [];
  const accountedFor = erasedByEvents(rows);
  let expectedSeq = 1;
  let prevHash = chainStart;
  for (const row of rows) {
    for (; expectedSeq < row.seq; expectedSeq++) faults.push({ chainId, seq: expectedSeq, kind: "missing" });
    const whole = hashEvent(row) === row.hash;
    if (!whole) faults.push({ chainId, seq: row.seq, kind: "changed" });
    // A whole row that does not follow its predecessor stands in the wrong place, unless a gap explains it.
    else if (row.prevHash !== prevHash && faults.at(-1)?.seq !== row.seq - 1)
      faults.push({ chainId, seq: row.seq, kind: "reordered" });
    const details = checkDetails(row, accountedFor);
    if (details) faults.push({ chainId, seq: row.seq, kind: details });
    prevHash = row.hash;
    expectedSeq = row.seq + 1;
  }
  if (!head) return [...faults, { chainId, seq: null, kind: "no-chain" }];
  for (; expectedSeq <= head.seq; expectedSeq++) faults.push({ chainId, seq: expectedSeq, kind: "missing" });
  const ends = head.seq === expectedSeq - 1 && head.hash === prevHash;
  if (!ends && faults.length === 0) faults.push({ chainId, seq: null, kind: "head-wrong" });
  return faults;
}

/** Rows that a later event of the chain, whole itself, says were erased. */
function erasedByEvents(rows: readonly StoredEvent[]): ReadonlySet<number> {
  const named = rows.flatMap((row) => {
    if (row.type !== erasureType || row.kept.kind !== "kept") return [];
    if (hashEvent(row) !== row.hash || hashDetails(row.kept.salt, row.kept.details) !== row.detailsHash) return [];
    return erasedSeqs(row.kept.details).filter((seq) => seq < row.seq);
  });
  return new Set(named);
}

function erasedSeqs(details: Json): number[] {
  if (details === null || typeof details !== "object" || Array.isArray(details)) return [];
  const { erased } = details as { readonly [name: string]: Json };
  return Array.isArray(erased) ? erased.filter((seq) => typeof seq === "number") : [];
}

function checkDetails(
  row: StoredEvent,
  accountedFor: ReadonlySet<number>,
): "details-changed" | "details-missing" | "details-erased" | null {
  if (row.kept.kind === "missing") return "details-missing";
  if (row.kept.kind === "erased")
    return accountedFor.has(row.seq) && row.type !== erasureType ? null : "details-erased";
  return hashDetails(row.kept.salt, row.kept.details) === row.detailsHash ? null : "details-changed";
}
