/** Workflows as other rooms leave them, and a mail server in memory, for tests of the mails about them. */
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { SignerStatus, WorkflowStatus } from "@siegel/contract/calls/workflow-report.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../db/database.ts";
import type { BlobStore, Sha256Hex } from "../ports/blobs.ts";
import { type Mail, type MailPort, MailUnavailable } from "../ports/mail.ts";
import type { MessagesDeps } from "../rooms/messages/messages.ts";
import { readMessages } from "../rooms/messages/messages-store.ts";

/** When it all happens. */
export const start = new Date("2026-11-21T09:00:00Z");
/** When the workflows run out. */
export const expiry = new Date("2026-11-21T10:00:00Z");

/** The organisation and its token that all of them belong to. */
export async function seedSender(db: Db): Promise<void> {
  await db
    .insertInto("organisation")
    .values({
      organisation_id: "o",
      name: "Hafenwerk Wohnen eG",
      language: null,
      logo: null,
      colour: "#FFD400",
      created_at: start,
    })
    .execute();
  await db
    .insertInto("licence")
    .values({ licence_id: "l", organisation_id: "o", expires_at: null, ses_limit: 9, aes_limit: 9, qes_limit: 0 })
    .execute();
  await db
    .insertInto("api_token")
    .values({
      token_id: "t",
      licence_id: "l",
      organisation_id: "o",
      name: "t",
      secret_hash: "x",
      created_at: start,
      expires_at: null,
    })
    .execute();
}

/** Blobs in memory: only what mails need, a stream of the whole. */
const contents = new Map<string, Uint8Array>();
const blobs: Pick<BlobStore, "stream"> = {
  stream: async (sha256) => Readable.from([contents.get(sha256) ?? new Uint8Array()]),
};
function keepBlob(content: Uint8Array): { sha256: Sha256Hex; size: number } {
  const sha256 = createHash("sha256").update(content).digest("hex") as Sha256Hex;
  contents.set(sha256, content);
  return { sha256, size: content.length };
}

/** A mail server in memory that fails as it is told, by address. */
export function mailServer() {
  const sent: Mail[] = [];
  const faults = new Map<string, MailUnavailable[]>();
  const mail: MailPort = {
    send: async (one) => {
      const fault = faults.get(one.to.address)?.shift();
      if (fault !== undefined) throw fault;
      // A turn of the event loop, so that runs side by side really overlap.
      await new Promise((resolve) => setTimeout(resolve, 5));
      sent.push(one);
    },
  };
  return { mail, sent, faults };
}

/** A mail server's words as they may come: bytes that PostgreSQL takes in no text, and line breaks. */
export const fault = (permanent: boolean): MailUnavailable =>
  new MailUnavailable("no", { cause: new Error("550\u0000\r\nunknown"), permanent });

/** The mail was given away whole, and then the connection broke. */
export const silence = (): MailUnavailable =>
  new MailUnavailable("silence", { cause: new Error("closed"), unanswered: true });

export function depsWith(db: Db, mail: MailPort, clock = { now: () => start }): MessagesDeps {
  const service = {
    provider: "Siegel GmbH",
    publicUrl: "https://siegel.example",
    timeZone: "Europe/Berlin",
    contactEmail: null,
  };
  const auditReportOf = async (_: WorkflowId, language: string) => keepBlob(Buffer.from(`report in ${language}`));
  return { db, clock, mail, blobs, service, auditReportOf };
}

/** The rows of a workflow's mails. */
export const messagesOf = (db: Db, workflowId: WorkflowId) => readMessages(db, [workflowId]);

type Given = { status?: WorkflowStatus; signers?: readonly SignerStatus[]; password?: boolean; bytes?: number };

/** A workflow with one document and these signers, written as other rooms leave it. */
export async function workflowWith(
  db: Db,
  { status = "OPEN", signers = ["INVITED"], password = false, bytes = 20 }: Given = {},
) {
  const workflowId = randomBytes(13).toString("hex") as WorkflowId;
  // The number stands first: at the end it made the workflow's own id once in 256 runs.
  const signerIds = signers.map((_, i) => `${String(i).padStart(2, "0")}${workflowId.slice(0, 24)}` as SignerId);
  const ended = status !== "OPEN";
  const refused =
    status === "REVOKED" ? { refused_by: signerIds[0] ?? null, refusal_reason: "§ 3 <stimmt> nicht" } : {};
  await db
    .insertInto("workflow")
    .values({
      ...{
        workflow_id: workflowId,
        organisation_id: "o",
        token_id: "t",
        name: "Mietvertrag Überlingen",
        description: "",
        quick_login: false,
        language: "de" as const,
        sequential: false,
      },
      ...{
        password_hash: password ? "x" : null,
        initiator_first_name: "Jonas",
        initiator_last_name: "Feddersen",
        initiator_email: "jonas@example.org",
      },
      ...{ created_at: start, expires_at: expiry, status, ended_at: ended ? start : null, ...refused },
    })
    .execute();
  await insertSigners(db, { workflowId, signerIds, statuses: signers });
  await insertFile(db, workflowId, bytes);
  return { workflowId, signerIds };
}

async function insertSigners(
  db: Db,
  made: { workflowId: WorkflowId; signerIds: readonly SignerId[]; statuses: readonly SignerStatus[] },
): Promise<void> {
  const { workflowId, signerIds } = made;
  for (const [position, signerStatus] of made.statuses.entries()) {
    const invited = signerStatus === "WAITING" ? null : start;
    await db
      .insertInto("signer")
      .values({
        ...{
          signer_id: signerIds[position] as SignerId,
          workflow_id: workflowId,
          position,
          reference: `r${position}`,
          type: "a_signature" as const,
        },
        ...{
          first_name: "Kati",
          last_name: `Ö${position}`,
          email: `s${position}@example.org`,
          phone: null,
          phone_type: null,
          organisation: null,
          language_given: true,
        },
        ...{
          language: position === 0 ? ("de" as const) : ("en" as const),
          status: signerStatus,
          invited_at: invited,
          signed_at: signerStatus === "SIGNED" ? start : null,
        },
      })
      .execute();
  }
}

async function insertFile(db: Db, workflowId: WorkflowId, bytes: number): Promise<void> {
  const { sha256, size } = keepBlob(new Uint8Array(bytes).fill(37));
  const fileId = `${workflowId.slice(0, 24)}ff` as FileId;
  await db
    .insertInto("file")
    .values({
      ...{
        file_id: fileId,
        workflow_id: workflowId,
        position: 0,
        name: "Vertrag",
        pages: 3,
        is_signed: true,
        original_sha256: sha256,
        original_size: size,
        intake_sha256: sha256,
        intake_size: size,
      },
      ...{
        notices: "[]",
        embedded: "[]",
        embedded_total: 0,
        created_at: start,
        latest_number: 0,
        latest_sha256: sha256,
        latest_size: size,
      },
    })
    .execute();
  await db
    .insertInto("file_revision")
    .values({ file_id: fileId, number: 0, sha256, size, base_sha256: null, cause: "original", signer_id: null })
    .execute();
}
