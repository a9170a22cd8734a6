/** Whoever changes a workflow and whoever writes a row that names it, a session, a file, an event, are not in each other's way. */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Db } from "../../db/database.ts";
import { seedSender, start, workflowWith } from "../../test/mailed-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { lockWorkflow } from "./workflows-store.ts";

const database = useTestDatabase();
const db = () => database.current().db;
beforeAll(() => seedSender(db()));

const soon = (trx: Db) => sql`set local lock_timeout = '2s'`.execute(trx);

it("a row that names the workflow is written while it is locked, so that who logs in and who signs never wait for each other", async () => {
  const { workflowId } = await workflowWith(db());
  const event = { at: start, type: "signer.logged-in", actor: { kind: "system" }, workflowId, details: {} } as const;
  await db()
    .transaction()
    .execute(async (login) => {
      await soon(login);
      await recordEvent(login, event);
      await db()
        .transaction()
        .execute(async (signing) => {
          await soon(signing);
          expect((await lockWorkflow(signing, workflowId))?.workflowId).toBe(workflowId);
          // The signing's own event would now wait for the login's; the login's session must not wait for the signing.
          const named = sql`select 1 from workflow where workflow_id = ${workflowId} for key share`;
          expect((await named.execute(login)).rows).toHaveLength(1);
        });
    });
});

it("two who change the workflow still wait for each other", async () => {
  const { workflowId } = await workflowWith(db());
  await db()
    .transaction()
    .execute(async (first) => {
      await lockWorkflow(first, workflowId);
      const second = db()
        .transaction()
        .execute(async (trx) => {
          await sql`set local lock_timeout = '100ms'`.execute(trx);
          await lockWorkflow(trx, workflowId);
        });
      await expect(second).rejects.toMatchObject({ code: "55P03" });
    });
});
