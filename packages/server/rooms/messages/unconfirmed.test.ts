/** Mails of which nobody knows whether they arrived: row and trail say just that. */
import { beforeAll, describe, expect, it } from "vitest";
import type { MailPort } from "../../ports/mail.ts";
import {
  depsWith as depsOn,
  fault,
  mailServer,
  messagesOf,
  seedSender,
  silence,
  start,
  workflowWith as workflowOn,
} from "../../test/mailed-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { MessagesLeft, sendMessage } from "./messages.ts";

const database = useTestDatabase();
const db = () => database.current().db;
const afterTheLease = { now: () => new Date(start.getTime() + 120_000) };
const dying: MailPort = { send: () => new Promise(() => undefined) };
beforeAll(() => seedSender(db()));

async function invited() {
  const { workflowId, signerIds } = await workflowOn(db());
  const [signerId = null] = signerIds;
  const payload = { messageKind: "invitation", workflowId, signerId } as const;
  const told = async () => (await readTrail(db(), workflowId)).map(({ type, details }) => ({ type, details }));
  const sign = () =>
    db()
      .updateTable("signer")
      .set({ status: "SIGNED", signed_at: start })
      .where("workflow_id", "=", workflowId)
      .execute();
  return { workflowId, payload, told, sign, row: async () => (await messagesOf(db(), workflowId))[0] };
}

describe("a mail that may have arrived unnoticed", () => {
  it("is told as such where its sender died and the signer signed before its next turn", async () => {
    const { payload, told, sign, row } = await invited();
    void sendMessage(depsOn(db(), dying), payload);
    await expect.poll(async () => (await row())?.tries).toBe(1);
    await sign();
    const { mail, sent } = mailServer();
    await sendMessage(depsOn(db(), mail, afterTheLease), payload);
    expect(sent).toEqual([]);
    expect(await row()).toMatchObject({ state: "dropped", tries: 2, unanswered: 1 });
    expect(await told()).toEqual([
      { type: "message.unconfirmed", details: { kind: "invitation", to: "signer", error: null } },
    ]);
  });

  it("is told as such where the mail server fell silent, and says no to the second try", async () => {
    const { payload, told, row } = await invited();
    const { mail, faults } = mailServer();
    faults.set("s0@example.org", [silence(), fault(true)]);
    await expect(sendMessage(depsOn(db(), mail), payload)).rejects.toThrow(MessagesLeft);
    await sendMessage(depsOn(db(), mail), payload);
    expect(await row()).toMatchObject({ state: "failed", tries: 2, unanswered: 1 });
    expect(await told()).toMatchObject([{ type: "message.unconfirmed", details: { error: "no: 550 unknown" } }]);
  });

  it("is told as such where the last try there may be finds no answer", async () => {
    const { workflowId, payload, told, row } = await invited();
    const { mail, faults } = mailServer();
    faults.set("s0@example.org", [fault(false), silence()]);
    await expect(sendMessage(depsOn(db(), mail), payload)).rejects.toThrow(MessagesLeft);
    await db().updateTable("message").set({ tries: 59 }).where("workflow_id", "=", workflowId).execute();
    await sendMessage(depsOn(db(), mail), payload);
    expect(await row()).toMatchObject({ state: "given_up", tries: 60, unanswered: 1 });
    expect((await told()).map(({ type }) => type)).toEqual(["message.unconfirmed"]);
  });

  it("is told as sent where the second try is answered", async () => {
    const { payload, told, row } = await invited();
    const { mail, sent, faults } = mailServer();
    faults.set("s0@example.org", [silence()]);
    await expect(sendMessage(depsOn(db(), mail), payload)).rejects.toThrow(MessagesLeft);
    await sendMessage(depsOn(db(), mail), payload);
    expect(sent).toHaveLength(1);
    expect(await row()).toMatchObject({ state: "sent", tries: 2, unanswered: 1 });
    expect((await told()).map(({ type }) => type)).toEqual(["message.sent"]);
  });
});

describe("a mail that certainly never left", () => {
  it("is dropped without a word once it is no longer true", async () => {
    const { payload, told, sign, row } = await invited();
    const { mail, faults } = mailServer();
    faults.set("s0@example.org", [fault(false)]);
    await expect(sendMessage(depsOn(db(), mail), payload)).rejects.toThrow(MessagesLeft);
    await sign();
    await sendMessage(depsOn(db(), mail), payload);
    expect(await row()).toMatchObject({ state: "dropped", tries: 2, unanswered: 0 });
    expect(await told()).toEqual([]);
  });
});
