/** Intake of one document against a blob store of its own. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { type Language, type Mark, pdf_bytes_max, pdf_pages_max } from "@siegel/contract/limits.ts";
import { systemRandom } from "../adapters/random.ts";
import { fileBlobs } from "../adapters/store/file-blobs.ts";
import { defaultPoolLimits, type PoolLimits } from "../adapters/workers/worker-pool.ts";
import type { Db } from "../db/database.ts";
import type { IntakeInput } from "../rooms/documents/documents.ts";
import { type IntakeWork, intakeDocuments } from "../rooms/documents/documents.ts";
import { openIntakeWorkers } from "../workers/open-intake-workers.ts";

// Test files of one worker share it; it lies below the folder that a run removes at its end.
const folder = mkdtempSync(join(tmpdir(), "siegel-intake-"));
const blobs = fileBlobs(folder);
const productLimits = { fileBytesMax: pdf_bytes_max, pagesMax: pdf_pages_max };
const intakeWork = openIntakeWorkers(folder);

/** Workers with limits of their own where they are given. */
export const openWorkersWithin = (limits: Partial<PoolLimits>): IntakeWork =>
  openIntakeWorkers(folder, { ...defaultPoolLimits, ...limits });

/** The id of a signer in tests, told from the reference. */
export const idOf = (reference: string): SignerId => `${reference}0000000000000000000000000`.slice(0, 26) as SignerId;

/** A row about to be inserted. */
export type Row = Record<string, unknown>;

/** What `save` would insert, by table: the rows are looked at, no database is needed. */
async function rowsOf(save: (db: Db) => Promise<void>): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {};
  const insertInto = (table: string) => ({
    values: (values: Row | Row[]) => {
      rows[table] = [...(rows[table] ?? []), ...[values].flat()];
      return { execute: async () => undefined };
    },
  });
  await save({ insertInto } as unknown as Db);
  return rows;
}

/** Placed fields by reference, all in the one document. */
export type Wishes = Readonly<Record<string, ReadonlyArray<Omit<PlacedField, "document">>>>;

/** Takes one document in, and `more` beside it, for one signer a reference, without a database: `rows` is what would be inserted. */
export async function intake(
  bytes: Uint8Array,
  wishes: Wishes = { alice: [] },
  {
    limits = productLimits,
    work = intakeWork,
    more = [],
    isSigned = true,
    attachmentOf = null,
    language = "en",
    mark = "auto",
  }: {
    limits?: typeof productLimits;
    work?: IntakeWork;
    more?: readonly Uint8Array[];
    isSigned?: boolean;
    attachmentOf?: string | null;
    language?: Language;
    mark?: Mark;
  } = {},
) {
  const stored = await blobs.put([bytes]);
  const signers: IntakeInput["signers"] = Object.entries(wishes).map(([reference, fields]) => ({
    signerId: idOf(reference),
    reference,
    type: "a_signature",
    firstName: "Ada",
    lastName: "Berg",
    organisation: null,
    fields: fields.map((field) => ({ ...field, document: "a.pdf" })),
  }));
  const others = more.map(async (one, n) => ({ name: `${n + 2}.pdf`, ...(await blobs.put([one])) }));
  const sent = [{ name: "a.pdf", ...stored }, ...(await Promise.all(others))];
  const documents = sent.map((one) => ({ ...one, isSigned, attachmentOf }));
  const of = { organisationId: "o", workflowId: "w" as WorkflowId, at: new Date(0) };
  const input = { ...of, documents, signers, language, workflowLanguage: language, mark };
  const result = await intakeDocuments({ blobs, random: systemRandom, intakeWork: work, intakeLimits: limits }, input);
  if (!result.ok) return { ...result, message: result.messages?.join("\n") ?? "" };
  const rows = await rowsOf(result.save);
  const file = rows.file?.[0] ?? {};
  const prepared = await blobs.open(file.latest_sha256 as typeof stored.sha256);
  const all = Buffer.from(prepared.read(0, prepared.size));
  await prepared.close();
  return {
    ok: true as const,
    rows,
    file,
    original: stored,
    prepared: all,
    notices: result.documents[0]?.notices ?? [],
    unassignedFields: result.documents[0]?.unassignedFields ?? [],
    repaired: result.repaired,
  };
}

/** The same for documents that must be taken. @throws with the refusal */
export async function taken(...given: Parameters<typeof intake>) {
  const result = await intake(...given);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

/** Why documents that must be refused are: the code, and what was found, as it is kept beside the test. @throws where they are taken */
export async function refusalOf(...given: Parameters<typeof intake>): Promise<string> {
  const result = await intake(...given);
  if (result.ok) throw new Error("it was taken");
  return `${result.code}: ${/\((.*)\)$/s.exec(result.message)?.[1] ?? ""}`;
}
