import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextMessage } from "../../../fixtures/inbox.ts";
import { judge } from "../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../fixtures/outside-tool.ts";
import { confirmFiles, receiveCode, sign } from "../../../fixtures/signer-client.ts";
import { makeMark } from "../adapters/store/store-mark.ts";
import { type Ran, siegel } from "../test/run-command.ts";
import { logIn, type Sent, send } from "../test/sent-workflow.ts";
import { type RunningSandbox, useSandbox } from "../test/start-sandbox.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { startTestServer, type TestServer } from "../test/test-server.ts";

const [before, after, spare] = [useTestDatabase(), useTestDatabase({ empty: true }), useTestDatabase({ empty: true })];
const sandboxProcess = useSandbox();
const root = mkdtempSync(join(tmpdir(), "siegel-backup-"));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, "backup");
const judges = hasTools("pdfsig", "qpdf");

const shared = {
  SIEGEL_KEY_ENCRYPTION_KEY: "5e".repeat(32),
  SIEGEL_PUBLIC_URL: "http://127.0.0.1:3999",
  SIEGEL_DATA_DIR: join(root, "data"),
};
const environmentOf = (databaseUrl: string, storage: string) => ({
  ...shared,
  DATABASE_URL: databaseUrl,
  SIEGEL_STORAGE_URL: `file://${join(root, storage)}`,
});
const restore = (from: string, change: Record<string, string> = {}): Promise<Ran> =>
  siegel(["restore", from], { ...environmentOf(after.current().url, "storage-after"), ...change });

let sandbox: RunningSandbox;
let sent: Sent;
let waiting: Sent;
let firstSignature: Buffer;
let taken: Ran;

async function download(server: TestServer, { workflowId, fileIds }: Sent): Promise<Buffer> {
  const answer = await fetch(`${server.url}/api/v1/workflows/${workflowId}/documents/${fileIds[0]}`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function signAs(server: TestServer, position: number): Promise<string> {
  const signer = await logIn(server, sent, position);
  await confirmFiles(signer);
  return (await sign(signer, await receiveCode(sandbox.url, signer))).status;
}

// Half of a workflow is signed, and mails wait for a mail server, when the backup is taken beside the running service.
beforeAll(async () => {
  sandbox = sandboxProcess.current();
  const server = await startTestServer(before.current().url, {
    ...environmentOf(before.current().url, "storage-before"),
    SIEGEL_TWILIO_URL: sandbox.url,
    SIEGEL_SMTP_URL: "smtp://127.0.0.1:1",
  });
  try {
    sent = await send(server, { signers: [{ first_name: "Ada" }, { first_name: "Łucja" }] });
    expect(await signAs(server, 0)).toBe("SIGNED");
    waiting = await send(server, { signers: [{ email: "waits@example.org" }] });
    firstSignature = await download(server, sent);
    taken = await siegel(["backup", folder], environmentOf(before.current().url, "storage-before"));
  } finally {
    await server.close();
  }
}, 60_000);

describe("siegel backup", () => {
  it("is taken beside a running service, for nobody else to read", () => {
    expect(taken.output).toMatch(
      /^\d+ rows and \d+ documents are in .* The key-encryption key is not: keep it elsewhere\.\n$/,
    );
    expect(taken.status).toBe(0);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of ["manifest.json", "jobs.jsonl", "tables/signer"])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  it("holds every table that has rows, and no key in the open", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(
      before.current().db,
    );
    expect(readdirSync(join(folder, "tables")).toSorted()).toEqual(rows.map((row) => row.name).toSorted());
    for (const table of readdirSync(join(folder, "tables")))
      expect(readFileSync(join(folder, "tables", table), "utf8")).not.toContain(shared.SIEGEL_KEY_ENCRYPTION_KEY);
  });

  it("refuses a folder with something in it", async () => {
    const again = await siegel(["backup", folder], environmentOf(before.current().url, "storage-before"));
    expect(again).toEqual({ status: 2, output: expect.stringContaining("is not empty") });
  });

  it("names a document that the storage has lost, and says so with its end", async () => {
    const storage = join(root, "storage-damaged");
    cpSync(join(root, "storage-before"), storage, { recursive: true });
    const { rows } = await sql<{ sha256: string }>`select original_sha256 as sha256 from file limit 1`.execute(
      before.current().db,
    );
    const sha256 = rows[0]?.sha256 ?? "";
    writeFileSync(join(storage, sha256.slice(0, 2), sha256.slice(2)), "something else");
    const damaged = await siegel(
      ["backup", join(root, "backup-damaged")],
      environmentOf(before.current().url, "storage-damaged"),
    );
    expect(damaged).toEqual({
      status: 1,
      output: expect.stringContaining(`The document ${sha256} is missing or damaged`),
    });
  });
});

describe("siegel restore", () => {
  const changed = (name: string, change: (copy: string) => void): string => {
    const copy = join(root, name);
    cpSync(folder, copy, { recursive: true });
    change(copy);
    return copy;
  };

  it("writes nothing from a folder that is no backup, was changed, or is of a newer program", async () => {
    const none = changed("no-manifest", (copy) => rmSync(join(copy, "manifest.json")));
    expect(await restore(none)).toEqual({ status: 2, output: expect.stringContaining("holds no complete backup") });
    const edited = changed("edited", (copy) => {
      const file = join(copy, "tables", "signer");
      writeFileSync(file, readFileSync(file, "utf8").replace("Mustermann", "Musterfrau"));
    });
    expect(await restore(edited)).toEqual({ status: 2, output: expect.stringContaining("was changed or damaged") });
    const newer = changed("newer", (copy) => {
      const file = join(copy, "manifest.json");
      writeFileSync(
        file,
        readFileSync(file, "utf8").replace('"0001_audit-trail"', '"0001_audit-trail", "9999_future"'),
      );
    });
    expect(await restore(newer)).toEqual({
      status: 2,
      output: expect.stringContaining("of a newer Siegel (9999_future)"),
    });
    const { rows } = await sql`select 1 from pg_tables where schemaname in ('public', 'pgboss')`.execute(
      after.current().db,
    );
    expect(rows).toEqual([]);
  });

  it("refuses a document that does not fit its name", async () => {
    const damaged = changed("damaged", (copy) => {
      const sha256 = readFileSync(join(copy, "blobs.txt"), "utf8").slice(0, 64);
      writeFileSync(join(copy, "blobs", sha256.slice(0, 2), sha256.slice(2)), "something else");
    });
    const target = environmentOf(spare.current().url, "storage-spare");
    expect(await siegel(["restore", damaged], target)).toEqual({
      status: 2,
      output: expect.stringContaining("was changed or damaged since the backup"),
    });
  });

  it("refuses a database that is not empty", async () => {
    expect(await restore(folder, { DATABASE_URL: before.current().url })).toEqual({
      status: 2,
      output: expect.stringContaining("The database is not empty"),
    });
  });

  it("refuses the store of another database", async () => {
    const others = join(root, "storage-others");
    await makeMark(others, "7".repeat(32));
    expect(await restore(folder, { SIEGEL_STORAGE_URL: `file://${others}` })).toEqual({
      status: 2,
      output: expect.stringContaining("is the store of another database"),
    });
    expect(readdirSync(others)).toEqual(["store-id"]);
  });

  it("begins nothing without a key-encryption key", async () => {
    const { SIEGEL_KEY_ENCRYPTION_KEY: _, ...keyless } = environmentOf(spare.current().url, "storage-keyless");
    const { status, output } = await siegel(["restore", folder], keyless);
    expect([status, output]).toEqual([2, expect.stringContaining("The key-encryption key is missing")]);
    expect(existsSync(join(root, "storage-keyless"))).toBe(false);
  });

  it("says when the key-encryption key is another one", async () => {
    const other = {
      ...environmentOf(spare.current().url, "storage-spare"),
      SIEGEL_KEY_ENCRYPTION_KEY: "6f".repeat(32),
    };
    const { status, output } = await siegel(["restore", folder], other);
    expect(output).toContain("SIEGEL_KEY_ENCRYPTION_KEY does not open the keys of the backup");
    expect(status).toBe(1);
  });

  it.skipIf(!judges)(
    "brings everything back: the second signer finishes what the first began, and waiting mails go out",
    async () => {
      rmSync(join(root, "storage-before"), { recursive: true });
      const restored = await restore(folder);
      expect(restored.output).toMatch(
        /\d+ rows, \d+ documents and [1-9]\d* waiting jobs of .* are back\.\n.* 0 faults\n$/,
      );
      expect(restored.status).toBe(0);
      const server = await startTestServer(after.current().url, {
        ...environmentOf(after.current().url, "storage-after"),
        SIEGEL_TWILIO_URL: sandbox.url,
        SIEGEL_SMTP_URL: sandbox.smtpUrl,
      });
      try {
        server.clock.move(60);
        const whole = await download(server, sent);
        expect(Buffer.compare(whole, firstSignature)).toBe(0);
        expect(await signAs(server, 1)).toBe("FINISHED");
        const finished = await download(server, sent);
        expect(Buffer.compare(finished.subarray(0, firstSignature.length), firstSignature)).toBe(0);
        const verdict = judge(finished);
        expect(verdict.qpdf).toBe(0);
        expect(verdict.signatures.slice(0, 2)).toEqual(["Signature is Valid.", "Signature is Valid."]);
        await nextMessage(sandbox.url, "waits@example.org", { channel: "mail" });
        expect(waiting.signerIds).toHaveLength(1);
        // Counters go on: the next workflow gets the next number.
        const next = await send(server);
        const { rows } = await sql<{
          workflow_id: string;
        }>`select workflow_id from workflow order by number desc limit 1`.execute(after.current().db);
        expect(rows[0]?.workflow_id).toBe(next.workflowId);
      } finally {
        await server.close();
      }
      const trail = await siegel(["verify-audit"], { DATABASE_URL: after.current().url });
      expect(trail).toEqual({ status: 0, output: expect.stringContaining(" 0 faults") });
    },
    60_000,
  );
});
