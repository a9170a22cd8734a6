import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "../adapters/database/embedded-postgres.ts";
import { systemRandom } from "../adapters/random.ts";
import { systemClock } from "../adapters/time/clock.ts";
import { seedDemoOrganisation } from "../rooms/accounts/accounts.ts";
import { recordEvent } from "../rooms/audit-trail/audit-trail.ts";
import { siegel } from "../test/run-command.ts";
import { useSandbox } from "../test/start-sandbox.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { playTimeServer } from "../test/time-server.ts";
import { spaceFaults, tellOfPages } from "./doctor.ts";

const database = useTestDatabase();
const sandbox = useSandbox();
const folder = mkdtempSync(join(tmpdir(), "siegel-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const production = {
  SIEGEL_MODE: "production",
  SIEGEL_PUBLIC_URL: "https://sign.provider.test",
  SIEGEL_SMTP_URL: "smtps://mail.provider.test",
  SIEGEL_MAIL_FROM: "sign@provider.test",
  SIEGEL_TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  SIEGEL_TWILIO_AUTH_TOKEN: "2".repeat(32),
  SIEGEL_TWILIO_FROM: "+4930123456",
  SIEGEL_CERTIFICATE_POLICY: "1.3.6.1.4.1.99999.7.1",
  SIEGEL_TIME_SERVER: "time.provider.test",
  SIEGEL_KEY_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
};

const lines = (output: string) => output.trim().split("\n");

describe("siegel verify-audit", () => {
  it("[T-040] names the row that somebody changed, and ends with 1", async () => {
    const { db, url } = database.current();
    for (const n of [1, 2, 3])
      await recordEvent(db, { at: new Date(n), type: "key.used", actor: { kind: "system" }, details: { n } });
    expect(await siegel(["verify-audit"], { DATABASE_URL: url })).toEqual({
      status: 0,
      output: "1 chains, 3 events, 0 faults\n",
    });
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update audit_event set actor_id = 'nobody' where seq = 2`.execute(trx);
    });
    const found = await siegel(["verify-audit"], { DATABASE_URL: url });
    expect(found.status).toBe(1);
    expect(found.output).toContain("chain service, row 2 was changed");
  });
});

describe("siegel doctor", () => {
  it("prints what stands against production, a line each, and starts nothing", async () => {
    const nowhere = { SIEGEL_DATA_DIR: join(folder, "none") };
    const { status, output } = await siegel(["doctor"], { SIEGEL_PUBLIC_URL: "http://sign.test", ...nowhere });
    expect(status).toBe(1);
    for (const name of ["SIEGEL_PUBLIC_URL", "SIEGEL_SMTP_URL", "SIEGEL_KEY_ENCRYPTION_KEY", "SIEGEL_DEMO"])
      expect(lines(output).filter((line) => line.startsWith(name))).toHaveLength(1);
    expect(output).toContain("There is no database in");
    expect(output).toContain("Database, schema and clock were not checked.");
    expect(existsSync(nowhere.SIEGEL_DATA_DIR)).toBe(false);
  });

  const completeOn = (url: string) => ({ ...production, DATABASE_URL: url, SIEGEL_DATA_DIR: folder });

  it("finds nothing in a complete production, and then what the demo left", async () => {
    const { db, url } = database.current();
    const complete = completeOn(url);
    expect(await siegel(["doctor"], complete)).toEqual({
      status: 0,
      output: "Nothing stands against starting in production.\n",
    });
    await sql`
      insert into signing_act (act_id, workflow_id, signer_id, signer_type, auth_token, state_hash, status, next_attempt_at, authorised_at)
      values ('a', 'w', 's', 's_signature', 't', 'h', 'STALLED', now(), now())`.execute(db);
    const stalled = await siegel(["doctor"], complete);
    expect(stalled).toEqual({ status: 0, output: expect.stringContaining("Signing acts that wait for you: 1 ") });
    await sql`delete from signing_act`.execute(db);
    await seedDemoOrganisation({ db, clock: systemClock, random: systemRandom });
    const seeded = await siegel(["doctor"], complete);
    expect(lines(seeded.output)).toEqual([expect.stringContaining("The database holds the demo organisation")]);
  });

  it("looks at each part by itself, and says of what it could not look at that it did not", async () => {
    const complete = completeOn(database.current().url);
    writeFileSync(join(folder, "a-file"), "");
    const blocked = { ...complete, SIEGEL_STORAGE_URL: `file://${folder}/a-file/blobs` };
    expect((await siegel(["doctor"], blocked)).output).toContain("The storage cannot be written");
    const away = await siegel(["doctor"], { ...complete, DATABASE_URL: "postgres://127.0.0.1:1/none" });
    expect(away).toEqual({ status: 1, output: expect.stringContaining("The database cannot be opened") });
    // More cannot be said about it, but the storage is checked all the same.
    const nothing = { ...blocked, DATABASE_URL: "", SIEGEL_DATA_DIR: join(folder, "none") };
    const neither = await siegel(["doctor"], nothing);
    expect(neither).toEqual({ status: 1, output: expect.stringContaining("There is no database in") });
    expect(neither.output).toContain("The storage cannot be written");
    expect(neither.output).not.toContain("Nothing stands against");
  });

  it("says what it cannot judge of a database of another version", async () => {
    const { db, url } = database.current();
    const complete = completeOn(url);
    await sql`insert into kysely_migration values ('9999_future', now()::text)`.execute(db);
    expect((await siegel(["doctor"], complete)).output).toContain("migrated by a newer Siegel (9999_future)");
    await sql`delete from kysely_migration where name in ('9999_future', '0014_operating')`.execute(db);
    const behind = await siegel(["doctor"], complete);
    expect(behind).toEqual({ status: 1, output: expect.stringContaining("The next start runs 1 migrations") });
    expect(behind.output).toContain("What is in the database was not checked");
  });

  it("asks the mail server for its greeting and the issuers with --live only", async () => {
    const url = `smtp://127.0.0.1:${await freePort()}`;
    const environment = { SIEGEL_DATA_DIR: join(folder, "none"), SIEGEL_SMTP_URL: url, SIEGEL_EID: "oidc" };
    const nobody = "SIEGEL_OIDC_ISSUER: nobody can log in at";
    const noCard = "SIEGEL_EID_OIDC_ISSUER: nobody can be identified at";
    const before = (await siegel(["doctor"], { ...environment, SIEGEL_SANDBOX_PORT: `${await freePort()}` })).output;
    for (const words of ["does not take mails", nobody, noCard]) expect(before).not.toContain(words);
    const away = { ...environment, SIEGEL_SANDBOX_PORT: `${await freePort()}` };
    const asked = (await siegel(["doctor", "--live"], away)).output;
    expect(asked).toContain("The mail server does not take mails");
    for (const words of [nobody, noCard]) expect(asked).toContain(words);
    const { smtpUrl, url: sandboxUrl } = sandbox.current();
    const sandboxes = { ...environment, SIEGEL_SMTP_URL: smtpUrl, SIEGEL_SANDBOX_PORT: new URL(sandboxUrl).port };
    const there = (await siegel(["doctor", "--live"], sandboxes)).output;
    for (const words of ["does not take mails", nobody, noCard]) expect(there).not.toContain(words);
    // In production links are never sent in the clear; the sandbox has no STARTTLS.
    const live = await siegel(["doctor", "--live"], { ...production, ...sandboxes, SIEGEL_EID: "none" });
    expect(live.output).toContain("The mail server does not take mails");
  });

  it("asks the time servers with --live only, and says what speaks against the clock", async () => {
    let aheadMs = 5_000;
    const time = await playTimeServer(() => systemClock.now().getTime() + aheadMs);
    try {
      const environment = {
        ...{ SIEGEL_DATA_DIR: join(folder, "none"), DATABASE_URL: database.current().url },
        SIEGEL_TIME_SERVER: `${time.host}:${time.port}`,
      };
      expect((await siegel(["doctor"], environment)).output).not.toContain("The clock is wrong");
      expect((await siegel(["doctor", "--live"], environment)).output).toContain(
        "The clock is wrong: the clock is not trusted: differs-from-time-servers.",
      );
      aheadMs = 0;
      expect((await siegel(["doctor", "--live"], environment)).output).not.toContain("The clock is wrong");
    } finally {
      await time.close();
    }
  });

  it("says how much room is left where there is too little", async () => {
    expect(await spaceFaults({ storage: join(folder, "one", "day") }, 2 ** 60)).toEqual([
      expect.stringMatching(/^The disk of the storage has \d+ MB left\.$/),
    ]);
    expect(await spaceFaults({ storage: folder }, 1)).toEqual([]);
  });
});

describe("siegel doctor, of pages as pictures", () => {
  const told = async (drawsPages: boolean, load?: () => Promise<unknown>): Promise<string[]> => {
    const lines: string[] = [];
    await tellOfPages({ drawsPages }, (line) => lines.push(line), load);
    return lines;
  };

  it("says nothing where they are drawn, and why where they are not", async () => {
    expect(await told(true)).toEqual([]);
    expect(await told(false)).toEqual(["Pages are not drawn as pictures: SIEGEL_PAGE_PICTURES is off."]);
    const missing = async () => Promise.reject(new Error("Cannot find native binding."));
    expect(await told(true, missing)).toEqual(["Pages are not drawn as pictures: Cannot find native binding."]);
  });
});

describe("siegel", () => {
  it("says what it can do when it is asked for something else", async () => {
    const { status, output } = await siegel(["dance"], {});
    expect(status).toBe(2);
    for (const name of ["web", "worker", "authority", "doctor", "verify-audit"])
      expect(output).toContain(`siegel ${name}`);
  });

  it("goes on to its end when nobody reads along any more", async () => {
    const data = { SIEGEL_DATA_DIR: join(folder, "none") };
    expect(await siegel(["doctor"], data, { deaf: true })).toEqual({ status: 1, output: "" });
  });

  it("a role of its own names everything it must share before it starts", async () => {
    const { status, output } = await siegel(["worker"], { SIEGEL_DATA_DIR: join(folder, "none") });
    expect(status).toBe(1);
    for (const name of ["DATABASE_URL", "SIEGEL_STORAGE_URL", "SIEGEL_KEY_ENCRYPTION_KEY"])
      expect(
        lines(output).filter((line) => line.startsWith("`siegel worker` needs") && line.includes(name)),
      ).toHaveLength(1);
    expect(output).toContain("the embedded PostgreSQL belongs to the one process");
  });

  it.each([
    ["beside a data folder that begins alike", "data-shared", false],
    ["in a folder of the data folder that begins with dots", "data/..shared", true],
    ["the data folder itself", "data", true],
  ])("a role of its own may have its storage where the others look: %s", async (_, storage, refused) => {
    const environment = {
      SIEGEL_DATA_DIR: join(folder, "data"),
      SIEGEL_STORAGE_URL: `file://${join(folder, storage)}`,
    };
    const { status, output } = await siegel(["worker"], environment);
    expect([status, output.includes("needs SIEGEL_STORAGE_URL")]).toEqual([1, refused]);
  });
});
