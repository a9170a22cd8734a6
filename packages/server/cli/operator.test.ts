/** What an operator does by command over a database of the test's own. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parseConfig } from "../config.ts";
import { type Ran, siegel } from "../test/run-command.ts";
import { openFoundation } from "../test/signing-world.ts";
import { makeSmallTrial, type SmallTrial } from "../test/small-trial.ts";
import { hasSoftToken, makeSoftToken } from "../test/soft-token.ts";
import { useTestDatabase } from "../test/test-database.ts";
import type { TokenConfig } from "../token-config.ts";
import { tokenFault } from "../wire-signing-module.ts";
import { administrator } from "./administrator.ts";
import { licence } from "./licence.ts";
import { operator } from "./operator.ts";
import { organisation } from "./organisation.ts";
import { tokenKey } from "./token-key.ts";
import { trials } from "./trials.ts";

const database = useTestDatabase();
let trial: SmallTrial;
beforeAll(async () => {
  const { deps } = await openFoundation(database.current().db);
  trial = await makeSmallTrial(deps);
});

/** In this process, which is quicker than at a terminal. */
async function run(name: keyof typeof commands, ...args: string[]): Promise<Ran> {
  const lines: string[] = [];
  const config = parseConfig({ DATABASE_URL: database.current().url, SIEGEL_KEY_ENCRYPTION_KEY: "5".repeat(64) });
  const status = await commands[name](config, (line) => void lines.push(line), args);
  return { status, output: lines.map((line) => `${line}\n`).join("") };
}

describe("siegel token-key", () => {
  const told = async (token: TokenConfig | null, ...args: string[]): Promise<Ran> => {
    const lines: string[] = [];
    const status = await tokenKey({ token }, (line) => void lines.push(line), args);
    return { status, output: lines.join() };
  };

  it("needs a token, and says how it is used", async () => {
    expect(await told(null, "make")).toEqual({ status: 1, output: "SIEGEL_PKCS11_MODULE names no token." });
    expect(await told(null, "show")).toEqual({ status: 2, output: "usage: siegel token-key make" });
    expect(await tokenFault({ token: null })).toBeNull();
  });

  it.skipIf(!hasSoftToken)("makes the key once; until then the doctor says what is missing", async () => {
    const { place, environment, remove } = makeSoftToken();
    onTestFinished(remove);
    const token = { ...place, environment };
    expect(await tokenFault({ token })).toContain("make one with `siegel token-key make`");
    expect(await told(token, "make")).toEqual({
      status: 0,
      output: `The token "${place.token}" has a new key "${place.key}".`,
    });
    expect((await told(token, "make")).output).toContain("already a key");
    expect(await tokenFault({ token })).toBeNull();
    expect(await told({ ...token, token: "other" }, "make")).toEqual({
      status: 1,
      output: 'SIEGEL_PKCS11_TOKEN: no token is called "other".',
    });
  });
});
const commands = { trials, licence, organisation, administrator, operator };
const events = async () =>
  await database
    .current()
    .db.selectFrom("audit_event as e")
    .innerJoin("audit_event_details as d", (join) =>
      join.onRef("d.chain_id", "=", "e.chain_id").onRef("d.seq", "=", "e.seq"),
    )
    .select(["e.type", "e.actor_kind", "d.details"])
    .where("e.actor_kind", "=", "operator")
    .orderBy("e.seq")
    .execute();

describe("siegel organisation", () => {
  it("lists ids, and switches one off and on again, which the trail says", async () => {
    const { organisationId } = trial;
    const listed = await run("organisation", "list");
    expect(listed).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${organisationId}  active  trial  until `),
    });
    for (const [act, state] of [
      ["deactivate", "inactive"],
      ["activate", "active"],
    ] as const)
      expect(await run("organisation", act, organisationId)).toEqual({
        status: 0,
        output: `${organisationId} is ${state}.\n`,
      });
    const details = { organisation: organisationId };
    expect(await events()).toEqual([
      { type: "organisation.deactivated", actor_kind: "operator", details },
      { type: "organisation.activated", actor_kind: "operator", details },
    ]);
    const on = { status: 0, output: `People of ${organisationId} can log in with passwords.\n` };
    expect(await run("organisation", "passwords-on", organisationId)).toEqual(on);
    expect(await run("organisation", "passwords-on", "nothing")).toMatchObject({ status: 1 });
    expect(await run("organisation", "activate", "nothing")).toMatchObject({
      status: 1,
      output: expect.stringContaining("siegel organisation list"),
    });
    expect(await run("organisation", "activate")).toMatchObject({
      status: 2,
      output: expect.stringContaining("usage: "),
    });
  });
});

describe("siegel licence", () => {
  it("says what is wrong with what was typed, and changes nothing", async () => {
    const { organisationId } = trial;
    for (const [args, said] of [
      [[organisationId], "usage: siegel licence"],
      [[organisationId, "--ses"], "usage: siegel licence"],
      [[organisationId, "--paid", "--ses", "-1"], "usage: siegel licence"],
      [[organisationId, "--paid", "--ses", "many"], "--ses is a whole number"],
      [[organisationId, "--fee-qes", "2147483648"], "--fee-qes is a whole number"],
      [[organisationId, "--until", "2026-02-30"], "--until is the last day"],
      [[organisationId, "--until", "2020-01-01"], "--until is the last day"],
    ] as const)
      expect(await run("licence", ...args)).toEqual({ status: 2, output: expect.stringContaining(said) });
    expect(await run("licence", "nothing", "--paid")).toMatchObject({ status: 1 });
  });

  it("makes a trial a paid licence with limits, fees and an end, and prints it", async () => {
    const { organisationId } = trial;
    const typed = [
      "--paid",
      "--ses",
      "900",
      "--qes",
      "20",
      "--until",
      "2099-12-31",
      "--fee-ses",
      "50",
      "--fee-qes",
      "290",
    ];
    expect(await run("licence", organisationId, ...typed)).toEqual({
      status: 0,
      output: [
        "paid, until 2100-01-01T00:00:00.000Z",
        "ses: 900 (0 used, 0 reserved), fee 50 cents",
        "aes: 100 (0 used, 0 reserved), fee 0 cents",
        "qes: 20 (0 used, 0 reserved), fee 290 cents\n",
      ].join("\n"),
    });
    expect(await run("licence", organisationId, "--until", "never")).toMatchObject({
      output: expect.stringContaining("paid, without an end"),
    });
    expect(
      (await events()).filter(({ type }) => type === "licence.changed").map(({ details }) => details),
    ).toMatchObject([
      { organisation: organisationId, paid: true, limits: { ses: 900, qes: 20 }, feeCents: { ses: 50, qes: 290 } },
      { until: null },
    ]);
  });
});

describe("siegel operator", () => {
  it("adds, lists, disables and gives a new password or app, each told once and none of it stored in the open", async () => {
    const email = "m.lorenzen@siegel.example";
    const added = await run("operator", "add", email, "Meike", "Lorenzen");
    expect(added).toMatchObject({
      status: 0,
      output: expect.stringMatching(/Password: [\w-]{20}\n.*app: [A-Z2-7]{32}\n/),
    });
    expect(added.output).toContain("otpauth://totp/");
    expect(added.output.match(/^ {2}[0-9A-Z]{4}-[0-9A-Z]{4}$/gm)).toHaveLength(10);
    const [, password = "", secret = ""] = /Password: (.*)\n.*app: (.*)\n/.exec(added.output) ?? [];
    const stored = JSON.stringify(await database.current().db.selectFrom("operator").selectAll().execute());
    expect(stored).not.toMatch(new RegExp(`${password}|${secret}`));
    expect(await run("operator", "add", email.toUpperCase(), "Meike", "Lorenzen")).toMatchObject({
      status: 1,
      output: expect.stringContaining("already"),
    });
    for (const [act, state] of [
      ["disable", "disabled"],
      ["enable", "active"],
    ] as const) {
      expect(await run("operator", act, email)).toMatchObject({ status: 0 });
      expect((await run("operator", "list")).output).toBe(`${email}  ${state}  never logged in  Meike Lorenzen\n`);
    }
    expect((await run("operator", "reset-password", email)).output).toMatch(/^New password: [\w-]{20}\n$/);
    expect((await run("operator", "reset-factor", email)).output).toMatch(/^Secret .*: [A-Z2-7]{32}\n/);
    expect(await run("operator", "reset-factor", "nobody@siegel.example")).toMatchObject({ status: 1 });
    for (const wrong of [["add", email], ["add", "x", "Meike", "Lorenzen"], ["list", email], ["remove", email], []])
      expect(await run("operator", ...wrong)).toMatchObject({ status: 2, output: expect.stringContaining("usage: ") });
    const types = (await events()).map(({ type }) => type).filter((type) => type.startsWith("operator."));
    expect(types.map((type) => type.slice(9))).toEqual([
      "added",
      "disabled",
      "enabled",
      "password-changed",
      "factor-set",
    ]);
  });
});

describe("siegel trials", () => {
  it("tells what would happen, does it, and then finds nothing due", async () => {
    const { deps } = await openFoundation(database.current().db);
    const { organisationId, people } = await makeSmallTrial(deps);
    expect(await run("trials")).toEqual({ status: 0, output: "Nothing is due.\n" });
    await sql`update licence set expires_at = now() where organisation_id = ${organisationId}`.execute(deps.db);
    const name = `${organisationId} Nygaard ${organisationId}`;
    expect((await run("trials", "--dry-run")).output).toBe(`${name}: would be warned (a day before the end)\n`);
    expect((await run("trials")).output).toBe(`${name}: warned (a day before the end)\n`);
    const mails = sql<{
      to: string;
    }>`select data ->> 'administratorId' as "to" from pgboss.job where name = 'send-account-mail'`;
    expect((await mails.execute(deps.db)).rows.map(({ to }) => to).sort()).toEqual(people.slice(0, 2).sort());
    await sql`update trial_end set closes_at = now() where organisation_id = ${organisationId}`.execute(deps.db);
    expect((await run("trials")).output).toBe(`${name}: closed\n`);
    await sql`update trial_end set closed_at = now() - interval '1 day' where organisation_id = ${organisationId}`.execute(
      deps.db,
    );
    // The warnings are in the queue still: no process of this test sends them.
    expect((await run("trials")).output).toBe(
      `${name}: is closed; its deletion waits until its last mail is handed over\n`,
    );
    await sql`update pgboss.job set state = 'completed' where name = 'send-account-mail'`.execute(deps.db);
    expect((await run("trials")).output).toBe(`${name}: deleted\n`);
    expect(await run("trials", "--dry-run")).toEqual({ status: 0, output: "Nothing is due.\n" });
    expect((await run("trials", "--all")).status).toBe(2);
  }, 60_000);

  it("removes a second factor that was lost, and says where there is none", async () => {
    const { db } = database.current();
    const other = await makeSmallTrial((await openFoundation(db)).deps);
    const { email, administrator_id } = await db
      .selectFrom("administrator")
      .select(["email", "administrator_id"])
      .where("organisation_id", "=", other.organisationId)
      .executeTakeFirstOrThrow();
    const at = new Date();
    await db
      .insertInto("administrator_totp")
      .values({ administrator_id, secret_sealed: Buffer.from("sealed"), since: at })
      .execute();
    expect(await run("administrator", "reset-factor", email)).toMatchObject({ status: 0 });
    expect(await run("administrator", "reset-factor", email)).toMatchObject({
      status: 1,
      output: expect.stringContaining("no second factor"),
    });
    expect(await run("administrator", "reset-factor", "nobody@example.org")).toMatchObject({ status: 1 });
    expect(await run("administrator", "reset-factor")).toMatchObject({ status: 2 });
    const [last] = (await events()).toReversed();
    expect(last).toMatchObject({ type: "administrator.factor-removed", details: { administrator: administrator_id } });
  });

  it("says of a database of an older program that it must be migrated first", async () => {
    const { db } = database.current();
    await sql`delete from kysely_migration where name = '0049_leaving'`.execute(db);
    const ran = await siegel(["trials"], { DATABASE_URL: database.current().url });
    expect(ran).toEqual({ status: 2, output: expect.stringContaining("start the service once") });
  });
});
