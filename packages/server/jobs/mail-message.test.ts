import { beforeAll, expect, it } from "vitest";
import { depsWith, mailServer, messagesOf, seedSender, workflowWith } from "../test/mailed-workflow.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { mailMessage } from "./mail-message.ts";

const database = useTestDatabase();
beforeAll(() => seedSender(database.current().db));

it("drops a mail about an expiry that an older version queued: expiry has a mail of its own now", async () => {
  const { db } = database.current();
  const { workflowId, signerIds } = await workflowWith(db, { status: "EXPIRED" });
  const { mail, sent } = mailServer();
  // As the older version stored it in the queue's table.
  const stored = `{"actId":"first","failure":"WORKFLOW_EXPIRED","messageKind":"signing_failed","signerId":"${signerIds[0]}","workflowId":"${workflowId}"}`;
  await mailMessage(depsWith(db, mail))(JSON.parse(stored));
  expect(sent).toEqual([]);
  expect(await messagesOf(db, workflowId)).toMatchObject([{ kind: "signing_failed", state: "dropped" }]);
});
