import { beforeAll, describe, expect, it } from "vitest";
import {
  depsWith,
  fault,
  mailServer,
  messagesOf,
  seedSender,
  start,
  workflowWith,
} from "../../test/mailed-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { MessagesLeft, sendMessage } from "./messages.ts";

const database = useTestDatabase();
const db = () => database.current().db;
beforeAll(() => seedSender(db()));

describe("sendMessage, again and again", () => {
  it("gives a mail up after sixty tries: nothing is left, the mail is failed, and the trail says so", async () => {
    const { workflowId, signerIds } = await workflowWith(db());
    const { mail, sent, faults } = mailServer();
    faults.set(
      "s0@example.org",
      Array.from({ length: 60 }, () => fault(false)),
    );
    const ask = () =>
      sendMessage(depsWith(db(), mail), { messageKind: "invitation", workflowId, signerId: signerIds[0] ?? null });
    for (let n = 1; n < 60; n++) await expect(ask()).rejects.toThrow(MessagesLeft);
    expect(await messagesOf(db(), workflowId)).toMatchObject([{ state: "queued", tries: 59 }]);
    expect(await readTrail(db(), workflowId)).toEqual([]);
    await ask();
    await ask();
    expect(sent).toEqual([]);
    const lastError = "after 60 tries: no: 550 unknown";
    expect(await messagesOf(db(), workflowId)).toMatchObject([
      { state: "given_up", tries: 60, lastError, settledAt: start },
    ]);
    expect(await readTrail(db(), workflowId)).toMatchObject([
      { type: "message.failed", signerId: signerIds[0], details: { kind: "invitation", error: lastError } },
    ]);
  });

  it("tells of each approval of a signer that came to nothing, and of each once", async () => {
    const { workflowId, signerIds } = await workflowWith(db());
    const { mail, sent } = mailServer();
    const signerId = signerIds[0] ?? null;
    const failure = "CERTIFICATE_NOT_VALID" as const;
    const ask = (actId: string) =>
      sendMessage(depsWith(db(), mail), { messageKind: "signing_failed", workflowId, signerId, failure, actId });
    for (const actId of ["first", "second", "first"]) await ask(actId);
    expect(sent.map((one) => one.messageKey)).toEqual(
      ["first", "second"].map((actId) => `signing_failed.${workflowId}.${signerId}.${actId}`),
    );
    expect(await messagesOf(db(), workflowId)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  });
});
