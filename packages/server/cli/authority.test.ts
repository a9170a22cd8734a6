/** `siegel authority` with words behind it, over a database of the test's own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, tryOpenssl } from "../../../fixtures/openssl.ts";
import { systemRandom } from "../adapters/random.ts";
import { systemClock } from "../adapters/time/clock.ts";
import { parseConfig } from "../config.ts";
import { inTransaction } from "../db/transaction.ts";
import {
  crossCheck,
  ensureHierarchy,
  issuePersonCertificate,
  publishListOf,
  revokeIssued,
} from "../rooms/authority/authority.ts";
import { type Ran, siegel } from "../test/run-command.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { authorityOver, masterKeyOf } from "../wire-authority.ts";
import { authority } from "./authority.ts";

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "siegel-authority-"));
afterAll(() => rmSync(folder, { recursive: true }));

const keyEncryptionKey = "5".repeat(64);
const config = (key = keyEncryptionKey) =>
  parseConfig({ DATABASE_URL: database.current().url, SIEGEL_KEY_ENCRYPTION_KEY: key });
const house = (db = database.current().db) => {
  const trustedTime = { now: systemClock.now } as never;
  return authorityOver(config(), { db, clock: systemClock, random: systemRandom, trustedTime }, masterKeyOf(config()));
};

async function run(key: string, ...typed: string[]): Promise<Ran> {
  const lines: string[] = [];
  const status = await authority(config(key), (line) => void lines.push(line), typed);
  return { status, output: lines.join("\n") };
}

let revoked: string;
beforeAll(async () => {
  await ensureHierarchy(house());
  const { subjectPublicKeyInfo } = await house().keys.generate("p256");
  const person = { subjectPublicKeyInfo, level: "aes", subjectId: "1", organisationId: null } as const;
  const issued = await issuePersonCertificate(house(), { ...person, firstName: "Ada", lastName: "Löw" });
  revoked = issued.serial;
  await inTransaction(database.current().db, async (db) => {
    await revokeIssued({ db, clock: systemClock }, { ...issued, reason: "superseded" });
  });
  await publishListOf(house(), "issuing-1");
});

describe("siegel authority cross-check", () => {
  it("finds nothing in a sound authority, at a terminal too, where other words are told how it is used", async () => {
    const sound = { status: 0, output: "8 units, 4 lists, 9 certificates, 0 faults" };
    expect(await run(keyEncryptionKey, "cross-check")).toEqual(sound);
    const environment = { DATABASE_URL: database.current().url, SIEGEL_KEY_ENCRYPTION_KEY: keyEncryptionKey };
    expect(await siegel(["authority", "cross-check"], environment)).toEqual({ ...sound, output: `${sound.output}\n` });
    for (const typed of [["cross-check", "all"], ["cross-check", "--out", "x"], ["export"], ["nothing"], []])
      expect(await run(keyEncryptionKey, ...typed)).toMatchObject({ status: 2 });
  });

  it("names every key that does not open", async () => {
    const { status, output } = await run("6".repeat(64), "cross-check");
    expect(status).toBe(1);
    for (const name of ["root-1", "issuing-1", "qualified-1", "ocsp-1", "tsu-1", "seal-1"])
      expect(output).toContain(`The key of ${name} cannot be used: `);
  });

  const now = sql`now()`;
  const faults = [
    [
      "a unit that does its role no more",
      sql`update authority_unit set active = false where role = 'tsu'`,
      "No unit is the tsu now.",
    ],
    [
      "a responder that is gone",
      sql`update authority_unit set active = false where name = 'ocsp-1'`,
      " has no OCSP responder.",
    ],
    [
      "a responder of another CA",
      sql`update authority_unit set issuer = 'root-1' where name = 'ocsp-1'`,
      "The certificate of ocsp-1 names another issuer than root-1.",
    ],
    [
      "another's key",
      sql`update authority_unit set key_id = (select key_id from authority_unit where name = 'qualified-1') where name = 'issuing-1'`,
      "The key of issuing-1 cannot be used: ",
    ],
    [
      "a changed end",
      sql`update authority_unit set not_after = not_after + interval '1 day' where name = 'seal-1'`,
      "The row of seal-1 has another number or validity than its certificate.",
    ],
    ["a list that is gone", sql`delete from crl where issuer = 'qualified-1'`, "qualified-1 has no list."],
    [
      "a list that is missing between others",
      sql`update crl set number = 3 where issuer = 'issuing-1' and number = 2`,
      "Before the list 3 of issuing-1 a number is missing.",
    ],
    [
      "a list under another number",
      sql`update crl set number = 3 where issuer = 'issuing-1' and number = 2`,
      "The list 3 of issuing-1 says that it is number 2.",
    ],
    [
      "another CA's list",
      sql`update crl set crl = (select crl from crl where issuer = 'root-1') where issuer = 'qualified-1'`,
      "The list 1 of qualified-1 is not signed by qualified-1.",
    ],
    [
      "a list that is no list",
      sql`update crl set crl = '\\x3000' where issuer = 'qualified-1'`,
      "The list 1 of qualified-1 cannot be read.",
    ],
    [
      "a revocation undone",
      sql`update issued_certificate set status = 'good', revoked_at = null, reason = null where status = 'revoked'`,
      ", which no row calls revoked.",
    ],
    [
      "another reason",
      sql`update issued_certificate set reason = 'keyCompromise' where status = 'revoked'`,
      "tells another time or reason of ",
    ],
    [
      "a revocation that no list tells",
      sql`update issued_certificate set status = 'revoked', revoked_at = ${now} - interval '1 hour', reason = 'superseded' where profile = 'service-seal'`,
      " is missing in the list 2 of issuing-1.",
    ],
    [
      "another CA's certificate",
      sql`update issued_certificate set certificate = (select certificate from issued_certificate where profile = 'root') where profile = 'person'`,
      "has another number or validity than its certificate.",
    ],
  ] as const;
  it.each(faults)("names %s", async (_, spoil, sentence) => {
    const undo = new Error("undone");
    const spoilt = database
      .current()
      .db.transaction()
      .execute(async (db) => {
        await sql`set local session_replication_role = replica`.execute(db);
        await spoil.execute(db);
        expect((await crossCheck(house(db))).faults.join("\n")).toContain(sentence);
        throw undo;
      });
    await expect(spoilt).rejects.toBe(undo);
  });
});

describe("siegel authority export", () => {
  it.skipIf(!hasOpenssl)("writes certificates, newest lists and their sums, which outside programs read", async () => {
    const out = join(folder, "export");
    expect(await run(keyEncryptionKey, "export", "--out", out)).toEqual({
      status: 0,
      output: `10 files are in ${out}.`,
    });
    const names = ["issuing-1", "qualified-1", "root-1"].flatMap((name) => [
      `${name}.cer`,
      `${name}.crl`,
      `${name}.pem`,
    ]);
    expect(readdirSync(out).sort()).toEqual(["SHA256SUMS", ...names]);
    const files = Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]));
    expect(tryOpenssl(["verify", "-CAfile", "root-1.pem", "issuing-1.pem"], files).out).toContain("issuing-1.pem: OK");
    const list = tryOpenssl(
      ["crl", "-in", "issuing-1.crl", "-inform", "DER", "-noout", "-text", "-CAfile", "issuing-1.pem"],
      files,
    );
    expect(list.out).toContain(revoked.toUpperCase());
    const sums = readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n");
    const asTold = sums.map((line) =>
      tryOpenssl(["dgst", "-sha256", "-r", line.slice(66)], files)
        .out.trim()
        .replace(" *", "  "),
    );
    expect(asTold).toEqual(sums);
    expect(sums.map((line) => line.slice(66)).sort()).toEqual(names);
    // What is there already is neither mixed with another export nor written over.
    expect(await run(keyEncryptionKey, "export", "--out", out)).toEqual({ status: 1, output: `${out} is not empty.` });
  });
});

describe("siegel authority roll", () => {
  it("makes CAs that issue from now on, everything fits as before, and the trail tells of it", async () => {
    const until = new Date(Date.now() + 3650 * 86_400_000).toISOString().slice(0, 10);
    expect(await run(keyEncryptionKey, "roll")).toEqual({
      status: 0,
      output: [
        `issuing-2 issues from now on, until ${until}. issuing-1 goes on with answers and lists.`,
        `qualified-2 issues from now on, until ${until}. qualified-1 goes on with answers and lists.`,
      ].join("\n"),
    });
    expect(await run(keyEncryptionKey, "cross-check")).toEqual({
      status: 0,
      output: "12 units, 6 lists, 13 certificates, 0 faults",
    });
    const { subjectPublicKeyInfo } = await house().keys.generate("p256");
    for (const [level, issuer] of [
      ["aes", "issuing-2"],
      ["qes", "qualified-2"],
    ] as const) {
      const person = { subjectPublicKeyInfo, level, subjectId: "2", organisationId: null };
      const issued = await issuePersonCertificate(house(), { ...person, firstName: "Eva", lastName: "Löw" });
      expect(issued.issuer).toBe(issuer);
    }
  });

  it("makes none, and leaves no key, where the root ends no later than the CA", async () => {
    const { db } = database.current();
    const keysNow = async () => (await db.selectFrom("key").select("key_id").execute()).length;
    const before = await keysNow();
    const end = db.selectFrom("authority_unit").select("not_after").where("name", "=", "issuing-2");
    await db.updateTable("authority_unit").set({ not_after: end }).where("role", "=", "root").execute();
    // One of the two could have a successor. None is made of either.
    const sooner = new Date(Date.now() + 86_400_000);
    await db.updateTable("authority_unit").set({ not_after: sooner }).where("name", "=", "issuing-2").execute();
    expect(await run(keyEncryptionKey, "roll")).toEqual({
      status: 1,
      output: "The root ends too soon: a new CA would live no longer than the one there is.",
    });
    expect(await keysNow()).toBe(before);
    const third = db.selectFrom("authority_unit").select("name").where("name", "in", ["issuing-3", "qualified-3"]);
    expect(await third.execute()).toEqual([]);
  });
});
