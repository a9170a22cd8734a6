/** A house that has stored many workflows: nothing on a signer's way reads a table that grows with them as a whole (`http.growth`). */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signThrough } from "../../../../fixtures/signer-client.ts";
import { growingTables, storeWorkflows } from "../../../../fixtures/stored-workflows.ts";
import { create, signer } from "../../test/api-client.ts";
import { freshPhone } from "../../test/sent-workflow.ts";
import { useSandbox } from "../../test/start-sandbox.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { sharedByServers, startTestServer, type TestServer } from "../../test/test-server.ts";

const stored = 3_000;
const database = useTestDatabase();
const sandbox = useSandbox();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.current().url });
  await client.connect();
});
afterAll(() => client.end());

const shared = sharedByServers();
const start = async (): Promise<TestServer> =>
  await startTestServer(database.current().url, {
    SIEGEL_TWILIO_URL: sandbox.current().url,
    SIEGEL_SMTP_URL: sandbox.current().smtpUrl,
    ...shared,
  });

async function journey(server: TestServer): Promise<string> {
  const { workflow_id, signers } = await create(server, {
    signers: [signer("a", "a_signature", { phone: freshPhone() })],
    expires_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
  });
  const link = signers[0]?.url ?? "";
  expect((await fetch(link)).status).toBe(200);
  const { status } = await signThrough({ sandboxUrl: sandbox.current().url }, link, "a_signature");
  expect(status).toBe("FINISHED");
  return workflow_id;
}

async function numbers(text: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; n: string }>(text);
  return new Map(rows.map(({ name, n }) => [name, Number(n)]));
}

describe("a journey beside thousands of others", () => {
  it("reads none of their tables as a whole", async () => {
    const before = await start();
    const like = await journey(before);
    // A server that stops finishes the mails and the report of the journey first.
    await before.close();
    await storeWorkflows(client, like, { from: 1, count: stored });
    const sizes = await numbers(
      growingTables.map((name) => `select '${name}' as name, count(*) as n from ${name}`).join(" union all "),
    );
    const big = growingTables.filter((name) => (sizes.get(name) ?? 0) >= stored);
    expect(big).toEqual(
      expect.arrayContaining(["workflow", "signer", "signer_session", "challenge", "signing_act", "audit_event"]),
    );

    const server = await start();
    // Counted from here on: a server that starts may look at everything once.
    await client.query("select pg_stat_force_next_flush()");
    await client.query("select pg_stat_reset()");
    await journey(server);
    // A connection that ends tells what it has read.
    await server.close();
    const read = await numbers("select relname as name, seq_scan as n from pg_stat_user_tables");
    expect(big.filter((name) => (read.get(name) ?? 0) > 0)).toEqual([]);
  }, 120_000);
});
