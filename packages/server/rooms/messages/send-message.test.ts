import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { SignerStatus, WorkflowStatus } from "@siegel/contract/calls/sending.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { BlobStore, Sha256Hex } from "../../ports/blobs.ts";
import { type Mail, type MailPort, MailUnavailable } from "../../ports/mail.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { type MessagesDeps, MessagesLeft, messagesOf, sendMessage } from "./messages.ts";

const database = useTestDatabase();
const start = new Date("2026-11-21T09:00:00Z");
const expiry = new Date("2026-11-21T10:00:00Z");

beforeAll(async () => {
  const { db } = database.current();
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
});

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
function mailServer() {
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

// A mail server's words as they may come: octets that PostgreSQL takes in no text, and line breaks.
const fault = (permanent: boolean): MailUnavailable =>
  new MailUnavailable("no", { cause: new Error("550\u0000\r\nunknown"), permanent });

function depsWith(mail: MailPort, clock = { now: () => start }): MessagesDeps {
  const service = { provider: "Siegel GmbH", publicUrl: "https://siegel.example", timeZone: "Europe/Berlin" };
  const auditReportOf = async (_: WorkflowId, language: string) => keepBlob(Buffer.from(`report in ${language}`));
  return { db: database.current().db, clock, mail, blobs, service, auditReportOf };
}

type Given = { status?: WorkflowStatus; signers?: readonly SignerStatus[]; password?: boolean; bytes?: number };

/** A workflow with one document and these signers, written as other rooms leave it. */
async function workflowWith({ status = "OPEN", signers = ["INVITED"], password = false, bytes = 20 }: Given = {}) {
  const { db } = database.current();
  const workflowId = randomBytes(13).toString("hex") as WorkflowId;
  const signerIds = signers.map((_, i) => `${workflowId.slice(0, 24)}${String(i).padStart(2, "0")}` as SignerId);
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
  for (const [position, signerStatus] of signers.entries()) {
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
        original_sha256: sha256,
        original_size: size,
      },
      ...{ notices: "[]", created_at: start, latest_number: 0, latest_sha256: sha256, latest_size: size },
    })
    .execute();
  await db
    .insertInto("file_revision")
    .values({ file_id: fileId, number: 0, sha256, size, base_sha256: null, cause: "original", signer_id: null })
    .execute();
  return { workflowId, signerIds };
}

describe("sendMessage", () => {
  it("invites one signer with their own link, in their language, white-labelled", async () => {
    const { workflowId, signerIds } = await workflowWith({ signers: ["INVITED", "INVITED"] });
    const { mail, sent } = mailServer();
    await sendMessage(depsWith(mail), { messageKind: "invitation", workflowId, signerId: signerIds[0] ?? null });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: { name: "Kati Ö0", address: "s0@example.org" },
      fromName: "Hafenwerk Wohnen eG (Siegel GmbH)",
      subject: "Jonas Feddersen bittet Sie um Ihre Unterschrift: Mietvertrag Überlingen",
      messageKey: `invitation.${workflowId}.${signerIds[0]}`,
      attachments: [],
    });
    expect(sent[0]?.text).toContain(`https://siegel.example/login/${workflowId}/${signerIds[0]}`);
    expect(sent[0]?.html).toContain("background:#FFD400");
    expect(sent[0]?.text).not.toContain(signerIds[1]);
  });

  it("sends the same event once, however often and however simultaneously it is asked for", async () => {
    const { workflowId, signerIds } = await workflowWith({ status: "FINISHED", signers: ["SIGNED", "SIGNED"] });
    const { mail, sent } = mailServer();
    const ask = () => sendMessage(depsWith(mail), { messageKind: "finished", workflowId, signerId: null });
    await Promise.allSettled(Array.from({ length: 10 }, ask));
    await ask();
    await ask();
    expect(sent.map((one) => one.messageKey).sort()).toEqual(
      [...signerIds, "initiator"].map((who) => `finished.${workflowId}.${who}`).sort(),
    );
    expect(await messagesOf(database.current().db, workflowId)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "finished", recipient: null, state: "sent", tries: 1 })]),
    );
  });

  it("carries the signed documents and the audit report, to the initiator even where a password keeps them from the signers' mailboxes", async () => {
    for (const password of [false, true]) {
      const { workflowId } = await workflowWith({ status: "FINISHED", signers: ["SIGNED"], password });
      const { mail, sent } = mailServer();
      await sendMessage(depsWith(mail), { messageKind: "finished", workflowId, signerId: null });
      const [toSigner, toInitiator] = sent;
      const copy = { filename: "Vertrag.pdf", contentType: "application/pdf", content: Buffer.alloc(20, 37) };
      const report = {
        filename: "Prüfprotokoll.pdf",
        contentType: "application/pdf",
        content: Buffer.from("report in de"),
      };
      expect(toInitiator).toMatchObject({ to: { address: "jonas@example.org" }, attachments: [copy, report] });
      expect(toSigner?.attachments ?? []).toMatchObject(password ? [] : [copy, report]);
      expect(toSigner?.text).toContain(
        password ? "liegen unter Ihrem Link bereit" : "und das Prüfprotokoll hängen an dieser E-Mail",
      );
    }
  });

  it("links documents that are too large to travel", async () => {
    const { workflowId } = await workflowWith({ status: "FINISHED", signers: ["SIGNED"], bytes: 7 * 1024 * 1024 + 1 });
    const { mail, sent } = mailServer();
    await sendMessage(depsWith(mail), { messageKind: "finished", workflowId, signerId: null });
    expect(sent.flatMap((one) => one.attachments)).toEqual([]);
  });

  it("tells the reason of a refusal to the initiator alone, and nothing to who never heard of the workflow", async () => {
    const { workflowId } = await workflowWith({ status: "REVOKED", signers: ["REVOKED", "INVITED", "WAITING"] });
    const { mail, sent } = mailServer();
    await sendMessage(depsWith(mail), { messageKind: "refused", workflowId, signerId: null });
    expect(sent.map((one) => one.to.address)).toEqual(["s1@example.org", "jonas@example.org"]);
    expect(sent[0]?.text).toContain("Kati Ö0 refused to sign.");
    expect(`${sent[0]?.text}${sent[0]?.html}`).not.toContain("stimmt");
    expect(sent[1]?.text).toContain("> § 3 <stimmt> nicht");
    expect(sent[1]?.html).toContain("§ 3 &#60;stimmt&#62; nicht");
  });

  it("keeps a refused recipient visible, tries no more, and still mails the others", async () => {
    const { workflowId, signerIds } = await workflowWith({ status: "CANCELLED", signers: ["INVITED", "INVITED"] });
    const { mail, sent, faults } = mailServer();
    faults.set("s0@example.org", [fault(true)]);
    const ask = () => sendMessage(depsWith(mail), { messageKind: "cancelled", workflowId, signerId: null });
    await ask();
    await ask();
    expect(sent.map((one) => one.to.address)).toEqual(["s1@example.org"]);
    const failed = (await messagesOf(database.current().db, workflowId)).find((one) => one.recipient === signerIds[0]);
    expect(failed).toMatchObject({ state: "failed", tries: 1, lastError: "no: 550 unknown", settledAt: start });
    const trail = await readTrail(database.current().db, workflowId);
    expect(trail.map((event) => event.type).sort()).toEqual(["message.failed", "message.sent"]);
  });

  it("asks to come again while the mail server is away, mails the others now and nobody twice", async () => {
    const { workflowId } = await workflowWith({ status: "CANCELLED", signers: ["INVITED", "INVITED"] });
    const { mail, sent, faults } = mailServer();
    faults.set("s0@example.org", [fault(false), fault(false)]);
    const ask = () => sendMessage(depsWith(mail), { messageKind: "cancelled", workflowId, signerId: null });
    await expect(ask()).rejects.toThrow(MessagesLeft);
    await expect(ask()).rejects.toThrow(MessagesLeft);
    await ask();
    expect(sent.map((one) => one.to.address)).toEqual(["s1@example.org", "s0@example.org"]);
    expect(await messagesOf(database.current().db, workflowId)).toEqual(
      expect.arrayContaining([expect.objectContaining({ state: "sent", tries: 3 })]),
    );
  });

  it("gives a mail up after sixty tries: nothing is left, the mail is failed, and the trail says so", async () => {
    const { workflowId, signerIds } = await workflowWith();
    const { mail, sent, faults } = mailServer();
    faults.set(
      "s0@example.org",
      Array.from({ length: 60 }, () => fault(false)),
    );
    const ask = () =>
      sendMessage(depsWith(mail), { messageKind: "invitation", workflowId, signerId: signerIds[0] ?? null });
    for (let n = 1; n < 60; n++) await expect(ask()).rejects.toThrow(MessagesLeft);
    const { db } = database.current();
    expect(await messagesOf(db, workflowId)).toMatchObject([{ state: "queued", tries: 59 }]);
    expect(await readTrail(db, workflowId)).toEqual([]);
    await ask();
    await ask();
    expect(sent).toEqual([]);
    const lastError = "after 60 tries: no: 550 unknown";
    expect(await messagesOf(db, workflowId)).toMatchObject([
      { state: "failed", tries: 60, lastError, settledAt: start },
    ]);
    expect(await readTrail(db, workflowId)).toMatchObject([
      { type: "message.failed", signerId: signerIds[0], details: { kind: "invitation", error: lastError } },
    ]);
  });

  it("tells of each approval of a signer that came to nothing, and of each once", async () => {
    const { workflowId, signerIds } = await workflowWith();
    const { mail, sent } = mailServer();
    const signerId = signerIds[0] ?? null;
    const failure = "CERTIFICATE_NOT_VALID" as const;
    const ask = (actId: string) =>
      sendMessage(depsWith(mail), { messageKind: "signing_failed", workflowId, signerId, failure, actId });
    for (const actId of ["first", "second", "first"]) await ask(actId);
    expect(sent.map((one) => one.messageKey)).toEqual(
      ["first", "second"].map((actId) => `signing_failed.${workflowId}.${signerId}.${actId}`),
    );
    expect(await messagesOf(database.current().db, workflowId)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  });

  it("takes over a mail whose sender died, once its lease is over, under the same key", async () => {
    const { workflowId, signerIds } = await workflowWith();
    const payload = { messageKind: "invitation", workflowId, signerId: signerIds[0] ?? null } as const;
    const dying: MailPort = { send: () => new Promise(() => undefined) };
    void sendMessage(depsWith(dying), payload);
    await expect.poll(async () => (await messagesOf(database.current().db, workflowId))[0]?.tries).toBe(1);
    const { mail, sent } = mailServer();
    await expect(
      sendMessage(depsWith(mail, { now: () => new Date(start.getTime() + 119_000) }), payload),
    ).rejects.toThrow(MessagesLeft);
    await sendMessage(depsWith(mail, { now: () => new Date(start.getTime() + 120_000) }), payload);
    expect(sent.map((one) => one.messageKey)).toEqual([`invitation.${workflowId}.${signerIds[0]}`]);
  });

  it.each(["CANCELLED", "OPEN"] as const)("drops an invitation to what has ended meanwhile: %s", async (status) => {
    const { workflowId, signerIds } = await workflowWith({ status });
    const { mail, sent } = mailServer();
    // Nobody has written down that the open one's time is over.
    const deps = depsWith(mail, { now: () => (status === "OPEN" ? expiry : start) });
    await sendMessage(deps, { messageKind: "invitation", workflowId, signerId: signerIds[0] ?? null });
    expect(sent).toEqual([]);
    expect(await messagesOf(database.current().db, workflowId)).toMatchObject([{ state: "dropped" }]);
  });

  it("does nothing about a workflow that is gone", async () => {
    const { mail, sent } = mailServer();
    const workflowId = "0".repeat(26) as WorkflowId;
    await sendMessage(depsWith(mail), { messageKind: "finished", workflowId, signerId: null });
    expect(sent).toEqual([]);
  });
});
