import type { WorkflowId } from "@siegel/contract/ids.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { MailPort } from "../../ports/mail.ts";
import {
  depsWith as depsOn,
  expiry,
  fault,
  mailServer,
  messagesOf,
  seedSender,
  start,
  workflowWith as workflowOn,
} from "../../test/mailed-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { MessagesLeft, sendMessage } from "./messages.ts";

const database = useTestDatabase();
const db = () => database.current().db;
const depsWith = (mail: MailPort, clock?: { now: () => Date }) => depsOn(db(), mail, clock);
const workflowWith = (given?: Parameters<typeof workflowOn>[1]) => workflowOn(db(), given);
beforeAll(() => seedSender(db()));

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

  it("writes times in the organisation's zone, and names it, with the sender's message", async () => {
    const inZone = (time_zone: string | null) => db().updateTable("organisation").set({ time_zone }).execute();
    const { workflowId, signerIds } = await workflowWith();
    await db().updateTable("workflow").set({ message: "Wie besprochen." }).execute();
    await inZone("America/Sao_Paulo");
    const { mail, sent } = mailServer();
    for (const messageKind of ["invitation", "reminder"] as const)
      await sendMessage(depsWith(mail), { messageKind, workflowId, signerId: signerIds[0] ?? null });
    await inZone(null);
    expect(sent.map(({ text }) => text.includes("Samstag, 21.11.2026, 07:00 GMT-3"))).toEqual([true, true]);
    expect(sent.map(({ text }) => text.includes("> Wie besprochen."))).toEqual([true, true]);
  });

  it("says in an invitation that a password will be asked for, where one will", async () => {
    for (const password of [false, true]) {
      const { workflowId, signerIds } = await workflowWith({ password });
      const { mail, sent } = mailServer();
      await sendMessage(depsWith(mail), { messageKind: "invitation", workflowId, signerId: signerIds[0] ?? null });
      expect(sent[0]?.text.includes("das Passwort, das Sie von")).toBe(password);
      // It protects the names of documents as well.
      expect(sent[0]?.text.includes("Dokument:\n  Vertrag\n  1 PDF-Datei, 3 Seiten")).toBe(!password);
    }
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
      expect(toInitiator?.subject).toMatch(/^Kati Ö0 hat unterschrieben: /);
      expect(toSigner?.attachments ?? []).toMatchObject(password ? [] : [copy, report]);
      expect(toSigner?.text).toContain(
        password ? "liegen unter Ihrem Link bereit" : "und das Prüfprotokoll hängen an dieser E-Mail",
      );
    }
  });

  it("reads what travels once for all mails in a language, and again where it could not be read", async () => {
    const { workflowId } = await workflowWith({ status: "FINISHED", signers: ["SIGNED", "SIGNED", "SIGNED"] });
    const { mail, sent } = mailServer();
    const { blobs, auditReportOf, ...deps } = depsWith(mail);
    const asked = { blobs: 0, reports: 0 };
    const counting = {
      ...deps,
      blobs: {
        stream: async (...of: Parameters<typeof blobs.stream>) => {
          asked.blobs += 1;
          if (asked.blobs === 1) throw new Error("the storage is away");
          return await blobs.stream(...of);
        },
      },
      auditReportOf: async (...of: Parameters<typeof auditReportOf>) => {
        asked.reports += 1;
        return await auditReportOf(...of);
      },
    };
    const payload = { messageKind: "finished", workflowId, signerId: null } as const;
    await expect(sendMessage(counting, payload)).rejects.toThrow("1 of 4 mails are left");
    expect(sent.map(({ attachments }) => attachments?.length)).toEqual([2, 2, 2]);
    // In each language one of the document and one of the report; and one that failed.
    expect(asked).toEqual({ blobs: 5, reports: 2 });
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
    expect(sent[0]?.text).toContain("Kati Ö0 declined to sign.");
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
    // It was not recorded that the open one's time is over.
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
