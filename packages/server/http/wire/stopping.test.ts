import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { eventually } from "../../../../fixtures/eventually.ts";
import { confirmFiles, type SignerClient } from "../../../../fixtures/signer-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const database = useTestDatabase();
let server: TestServer;
let sent: Sent;
let signer: SignerClient;
const locker = () => new pg.Client({ connectionString: database.current().url });

beforeAll(async () => {
  server = await startTestServer(database.current().url, {
    SIEGEL_SMTP_URL: "smtp://127.0.0.1:1",
    SIEGEL_DRAIN_S: "1",
  });
  sent = await send(server, { signers: [{ type: "s_signature" }] });
  signer = await logIn(server, sent);
  await confirmFiles(signer);
});
const holders: pg.Client[] = [];
afterAll(() => Promise.all(holders.map((one) => one.end())));

/** Holds the rows of the files, so that the last step of a signature waits. */
async function holdFiles(): Promise<pg.Client> {
  const client = locker();
  holders.push(client);
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from file for update");
  return client;
}

describe("a process that is told to stop", () => {
  it("says so while it drains, lets what was answered 202 end, and leaves no lease behind", async () => {
    const holder = await holdFiles();
    const answer = await signer.call("POST", "signing/signWithoutAuth", {});
    expect([answer.status, answer.data]).toEqual([202, expect.objectContaining({ status: "PENDING" })]);
    const { db } = database.current();
    const leases = async () => (await sql`select 1 from signing_lease`.execute(db)).rows.length;
    expect(await leases()).toBe(1);
    const closed = server.close();
    const health = await eventually(async () => {
      const told = await callApi<{ status: string }>("GET", `${server.url}/api/health`);
      return told.status === 503 ? told.body.data.status : undefined;
    });
    expect(health).toBe("stopping");
    await sleep(2_500);
    await expect(fetch(`${server.url}/api/health`)).rejects.toThrow();
    await holder.query("commit");
    await closed;
    expect(await leases()).toBe(0);
    const acts = await sql<{ status: string }>`select status from signing_act`.execute(db);
    expect(acts.rows).toEqual([{ status: "SIGNED" }]);
  }, 60_000);
});
