/** A server whose mails end in a sandbox's inbox, and workflows whose people nobody else writes to. */
import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect } from "vitest";
import { type Message, nextMessage } from "../../../fixtures/inbox.ts";
import { type Answer, type Created, call, create, signer, withKey } from "./api-client.ts";
import { type RunningSandbox, useSandbox } from "./start-sandbox.ts";
import { useTestDatabase } from "./test-database.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** A workflow of Ada and Bo that Jonas sent; `mail` waits for one to `ada`, `bo` or `jonas`. */
export type Mailed = {
  readonly created: Created;
  readonly mail: (to: string, about: RegExp) => Promise<Message>;
  readonly count: (to: string) => Promise<number>;
};

/** Read its members inside tests only. */
export type MailWorld = {
  server: TestServer;
  sandbox: RunningSandbox;
  send: (language: Language, more?: Partial<SentWorkflow>) => Promise<Mailed>;
  /** The sender's view of a workflow. */
  report: (created: Created) => Promise<Answer["body"]["data"]>;
  /** Waits until every mail that was caused has gone out. */
  untilQuiet: () => Promise<void>;
};

/** Makes the world for the tests of a file. `environment`: what the server is told besides, asked when it starts. */
export function useMailWorld(environment: () => Readonly<Record<string, string>> = () => ({})): MailWorld {
  const world = {} as MailWorld;
  const database = useTestDatabase();
  const sandbox = useSandbox();
  let counted = 0;
  beforeAll(async () => {
    const settings = { SIEGEL_SMTP_URL: sandbox.current().smtpUrl, ...environment() };
    const server = await startTestServer(database.current().url, settings);
    Object.assign(world, { server, sandbox: sandbox.current() });
  });
  afterAll(() => world.server.close());
  world.send = async (language, more = {}) => {
    counted += 1;
    return await sendWith(world, { n: counted, language, more });
  };
  world.report = async ({ workflow_id: id }) =>
    (await call(world.server, "GET", `/api/v1/workflows/${id}`, { headers: withKey(world.server) })).body.data;
  world.untilQuiet = async () => {
    const open = sql<{ n: string }>`select count(*) as n from pgboss.job where state < 'completed'`;
    const count = async () => (await open.execute(world.server.deps.db)).rows[0]?.n;
    await expect.poll(count, { timeout: 10_000 }).toBe("0");
  };
  return world;
}

async function sendWith(
  { server, sandbox }: MailWorld,
  { n, language, more }: { readonly n: number; readonly language: Language; readonly more: Partial<SentWorkflow> },
): Promise<Mailed> {
  const person = (name: string) =>
    signer(name, "s_signature", { first_name: "Kati", last_name: `Ö. ${name}`, email: `${name}${n}@example.org` });
  const created = await create(server, {
    name: `Mietvertrag Überlingen ${n}`,
    language,
    expires_at: new Date(server.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    initiator: { first_name: "Jonas", last_name: "Feddersen", email: `jonas${n}@example.org` },
    signers: [person("ada"), person("bo")],
    ...more,
  });
  const addressOf = (name: string) => `${name}${n}@example.org`;
  return {
    created,
    mail: (to, about) => nextMessage(sandbox.url, addressOf(to), { channel: "mail", about }),
    count: async (to) => (await sandbox.messages(`?channel=mail&to=${encodeURIComponent(addressOf(to))}`)).length,
  };
}
