/** SQL of the steps: each column is written once a round, in order, and only by the run that saw the step before it. */
import type { FileId, WorkflowId } from "@siegel/contract/ids.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { StoredBytes } from "../documents/documents.ts";
import { type ActDocument, StepTaken } from "./signing-store.ts";

const bytes = (buffer: Uint8Array): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);

/** The documents of an act in the workflow's order. */
export async function readDocuments(db: Db, actId: string): Promise<ActDocument[]> {
  const { rows } = await documentsOfAct(db, { actId });
  return rows.map((row) => ({
    actId: row.act_id,
    fileId: row.file_id,
    round: row.round,
    original: { sha256: row.original_sha256 as Sha256Hex },
    intake: { sha256: row.intake_sha256 as Sha256Hex, size: Number(row.intake_size) },
    values: row.field_values,
    base: row.base_sha256 === null ? null : { sha256: row.base_sha256 as Sha256Hex, finishing: row.finishing === true },
    prepared: row.prepared,
    preparedMac: row.prepared_mac,
    cms: row.cms === null ? null : bytes(row.cms),
    stamped: row.stamped === null || row.stamped_at === null ? null : { cms: bytes(row.stamped), at: row.stamped_at },
    result:
      row.result_sha256 === null ? null : { sha256: row.result_sha256 as Sha256Hex, size: Number(row.result_size) },
    resultMac: row.result_mac,
  }));
}

const documentsOfAct = builtOnce((db, { actId }: { actId: string }) =>
  db.selectFrom("signing_document").selectAll().where("act_id", "=", actId).orderBy("position"),
);

type Step = {
  base_sha256?: string;
  finishing?: boolean;
  prepared?: string;
  prepared_mac?: Buffer;
  cms?: Buffer;
  stamped?: Buffer;
  stamped_at?: Date;
  result_sha256?: string;
  result_size?: number;
  result_mac?: Buffer;
};
type StepColumn = "base_sha256" | "prepared" | "cms" | "stamped" | "result_sha256";
type DocumentRound = Pick<ActDocument, "actId" | "fileId" | "round">;

/** Writes `columns`, the first of which says that the step is done. */
const stepStatement = (columns: readonly [StepColumn, ...(keyof Step)[]]) =>
  builtOnce((db, values: DocumentRound & Step) =>
    db
      .updateTable("signing_document")
      .set(Object.fromEntries(columns.map((column) => [column, values[column]])) as Step)
      .where("act_id", "=", values.actId)
      .where("file_id", "=", values.fileId)
      .where("round", "=", values.round)
      .where(columns[0], "is", null),
  );

const steps = {
  base_sha256: stepStatement(["base_sha256", "finishing"]),
  prepared: stepStatement(["prepared", "prepared_mac"]),
  cms: stepStatement(["cms"]),
  stamped: stepStatement(["stamped", "stamped_at"]),
  result_sha256: stepStatement(["result_sha256", "result_size", "result_mac"]),
} as const satisfies Record<StepColumn, unknown>;

async function saveStep(db: Db, document: ActDocument, column: StepColumn, step: Step): Promise<void> {
  const { actId, fileId, round } = document;
  const { numAffectedRows } = await steps[column](db, { actId, fileId, round, ...step });
  if (numAffectedRows !== 1n) throw new StepTaken(`${column} of ${fileId} was written by another run`);
}

/** Step 7: the revision everything later is relative to. @throws StepTaken */
export async function saveBase(
  db: Db,
  document: ActDocument,
  base: { sha256: Sha256Hex; finishing: boolean },
): Promise<ActDocument> {
  await saveStep(db, document, "base_sha256", { base_sha256: base.sha256, finishing: base.finishing });
  return { ...document, base };
}

/** Step 8. @throws StepTaken */
export async function savePrepared(
  db: Db,
  document: ActDocument,
  { prepared, mac }: { prepared: string; mac: Uint8Array },
): Promise<ActDocument> {
  await saveStep(db, document, "prepared", { prepared, prepared_mac: Buffer.from(mac) });
  return { ...document, prepared, preparedMac: mac };
}

/** Step 9. @throws StepTaken */
export async function saveCms(db: Db, document: ActDocument, cms: Uint8Array): Promise<ActDocument> {
  await saveStep(db, document, "cms", { cms: Buffer.from(cms) });
  return { ...document, cms };
}

/** Step 10. @throws StepTaken */
export async function saveStamped(
  db: Db,
  document: ActDocument,
  stamped: { cms: Uint8Array; at: Date },
): Promise<ActDocument> {
  await saveStep(db, document, "stamped", { stamped: Buffer.from(stamped.cms), stamped_at: stamped.at });
  return { ...document, stamped };
}

/** Step 12: the blob that was read back and found good. @throws StepTaken */
export async function saveResult(
  db: Db,
  document: ActDocument,
  { result, mac }: { result: StoredBytes; mac: Uint8Array },
): Promise<ActDocument> {
  const { sha256, size } = result;
  await saveStep(db, document, "result_sha256", {
    result_sha256: sha256,
    result_size: size,
    result_mac: Buffer.from(mac),
  });
  return { ...document, result, resultMac: mac };
}

/** What acts of a workflow wrote of a file: by which act, on what, under which MAC. */
export async function readWritten(
  db: Db,
  file: { workflowId: WorkflowId; fileId: FileId },
): Promise<
  ReadonlyArray<{
    readonly actId: string;
    readonly base: { readonly sha256: Sha256Hex; readonly finishing: boolean };
    readonly result: StoredBytes;
    readonly mac: Uint8Array | null;
  }>
> {
  const rows = await db
    .selectFrom("signing_document")
    .innerJoin("signing_act", "signing_act.act_id", "signing_document.act_id")
    .select(["signing_document.act_id", "base_sha256", "finishing", "result_sha256", "result_size", "result_mac"])
    .where("workflow_id", "=", file.workflowId)
    .where("file_id", "=", file.fileId)
    .where("result_sha256", "is not", null)
    .execute();
  return rows.map((row) => ({
    actId: row.act_id,
    base: { sha256: row.base_sha256 as Sha256Hex, finishing: row.finishing === true },
    result: { sha256: row.result_sha256 as Sha256Hex, size: Number(row.result_size) },
    mac: row.result_mac,
  }));
}

/** Back to step 11 under the same signature, for the other end of the workflow. Harmless when another run did it. */
export async function rewriteDocument(db: Db, document: ActDocument): Promise<void> {
  await db
    .updateTable("signing_document")
    .set({
      round: document.round + 1,
      finishing: document.base?.finishing !== true,
      result_sha256: null,
      result_size: null,
      result_mac: null,
    })
    .where("act_id", "=", document.actId)
    .where("file_id", "=", document.fileId)
    .where("round", "=", document.round)
    .execute();
}

/** Back to step 7 under the same approval: the base moved, or the workflow's end did. Harmless when another run did it. */
export async function restartDocument(
  db: Db,
  document: { actId: string; fileId: FileId; round: number },
): Promise<void> {
  await db
    .updateTable("signing_document")
    .set({
      round: document.round + 1,
      base_sha256: null,
      finishing: null,
      prepared: null,
      prepared_mac: null,
      cms: null,
      stamped: null,
      stamped_at: null,
      result_sha256: null,
      result_size: null,
      result_mac: null,
    })
    .where("act_id", "=", document.actId)
    .where("file_id", "=", document.fileId)
    .where("round", "=", document.round)
    .execute();
}
