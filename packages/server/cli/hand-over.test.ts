/** A trust service ends: its files alone let another installation answer for its certificates, as openssl checks it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nonce_bytes, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, pem } from "../../../fixtures/openssl.ts";
import { systemRandom } from "../adapters/random.ts";
import { systemClock } from "../adapters/time/clock.ts";
import { parseConfig } from "../config.ts";
import type { Db } from "../db/database.ts";
import { ensureHierarchy, issuePersonCertificate, revokeIssued } from "../rooms/authority/authority.ts";
import { identitySecret } from "../rooms/identity-proofing/identity-proofing.ts";
import type { Ran } from "../test/run-command.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { serveTrustPoints, type TrustPoints } from "../test/trust-points.ts";
import { authorityOver, masterKeyOf } from "../wire-authority.ts";
import { authority } from "./authority.ts";

const [giver, taker] = [useTestDatabase(), useTestDatabase()];
const folder = mkdtempSync(join(tmpdir(), "siegel-hand-over-"));
const out = join(folder, "handed-over");
let points: TrustPoints;

const config = (url: string, key: string) => parseConfig({ DATABASE_URL: url, SIEGEL_KEY_ENCRYPTION_KEY: key });
const giversConfig = () => config(giver.current().url, "5".repeat(64));
const takersConfig = () => config(taker.current().url, "6".repeat(64));
const houseOf = (of: ReturnType<typeof config>, db: Db) => {
  const trustedTime = { now: systemClock.now, attest: systemClock.now } as never;
  return authorityOver(of, { db, clock: systemClock, random: systemRandom, trustedTime }, masterKeyOf(of));
};

async function run(of: ReturnType<typeof config>, ...typed: string[]): Promise<Ran> {
  const lines: string[] = [];
  const status = await authority(of, (line) => void lines.push(line), typed);
  return { status, output: lines.join("\n") };
}

/** How somebody was met, of whom the first installation has forgotten the rest. */
async function keepRecord(serial: string): Promise<void> {
  const secret = identitySecret(keyFor(masterKeyOf(giversConfig()), "identity data"));
  const text = JSON.stringify({ lastName: "Löw", documentNumber: "L01X00T47" });
  const at = systemClock.now();
  const sealed = sealText(secret, { owner: "case 1", text, nonce: systemRandom.bytes(nonce_bytes) });
  await giver
    .current()
    .db.insertInto("identification_record")
    .values({
      ...{ sealed_for: "case 1", issuer: "qualified-1", serial, route: "on-site", provider: null, identified_at: at },
      ...{ evidence_hash: null, sealed, kept_since: at, keep_until: at },
    })
    .execute();
}

beforeAll(async () => {
  await ensureHierarchy(houseOf(giversConfig(), giver.current().db));
  const takersHouse = houseOf(takersConfig(), taker.current().db);
  await ensureHierarchy(takersHouse);
  points = await serveTrustPoints(takersHouse);
});
afterAll(async () => {
  await points.close();
  rmSync(folder, { recursive: true });
});

describe("siegel authority hand-over and take-over", () => {
  it.skipIf(!hasOpenssl)(
    "lets a second installation answer for certificates of the first, without its keys",
    async () => {
      const { db } = giver.current();
      const house = houseOf(giversConfig(), db);
      const { subjectPublicKeyInfo } = await house.keys.generate("p256");
      const issue = async (level: "aes" | "qes") => {
        const key = { subjectPublicKeyInfo, level, subjectId: systemRandom.id(), organisationId: null } as const;
        return await issuePersonCertificate(house, { ...key, firstName: "Ada", lastName: "Löw" });
      };
      const [compromised, living] = [await issue("aes"), await issue("qes")];
      await revokeIssued(house, { ...compromised, reason: "keyCompromise" });
      await keepRecord(living.serial);

      // Nothing is signed for ever while somebody can still sign.
      expect(await run(giversConfig(), "hand-over")).toMatchObject({ status: 2 });
      expect(await run(giversConfig(), "hand-over", "--out", out)).toMatchObject({
        status: 1,
        output: expect.stringContaining("1 certificates are still valid"),
      });
      const keysBefore = (await db.selectFrom("key").select("key_id").execute()).length;
      const done = await run(giversConfig(), "hand-over", "--out", out, "--revoke");
      expect(done.output).toMatch(/^1 certificates are revoked\.\n\d+ files are in /);
      expect(done.status).toBe(0);
      expect(await db.selectFrom("key").select("key_id").execute()).toHaveLength(keysBefore);
      expect(readdirSync(out).sort()).toEqual([
        ...["README.txt", "SHA256SUMS", "answers", "ca", "certificates", "records.jsonl"],
      ]);
      const list = parseCrl(new Uint8Array(readFileSync(join(out, "ca/qualified-1.crl"))));
      expect(list.nextUpdate?.toISOString()).toBe("9999-12-31T23:59:59.000Z");
      expect(list.entries.get(living.serial)).toMatchObject({ reason: "cessationOfOperation" });
      const told = readFileSync(join(out, "certificates/issuing-1.jsonl"), "utf8").trim().split("\n");
      expect(told.map((line) => JSON.parse(line)).find(({ serial }) => serial === compromised.serial)).toMatchObject({
        profile: "person",
        reason: "keyCompromise",
        certificate: Buffer.from(compromised.certificate).toString("base64"),
      });

      const records = readFileSync(join(out, "records.jsonl"), "utf8").trim().split("\n");
      expect(records.map((line) => JSON.parse(line))).toMatchObject([
        { issuer: "qualified-1", serial: living.serial, route: "on-site", person: { lastName: "Löw" } },
      ]);

      // A file that was changed on its way is noticed.
      const spoilt = join(folder, "spoilt");
      cpSync(out, spoilt, { recursive: true });
      writeFileSync(join(spoilt, "certificates/issuing-1.jsonl"), "");
      expect(await run(takersConfig(), "take-over", spoilt)).toEqual({
        status: 1,
        output: "certificates/issuing-1.jsonl is not what was handed over.",
      });

      const ask = async (serial: string, ca: string, hash: "-sha1" | "-sha256") =>
        await points.openssl(
          ...["ocsp", "-issuer", `${ca}.given.pem`, hash, "-serial", `0x${serial}`, "-url", `${points.url}/pki/ocsp`],
          ...["-CAfile", "given.pem", "-no_nonce"],
        );
      for (const name of ["root-1", "issuing-1", "qualified-1"])
        points.write(`${name}.given.pem`, readFileSync(join(out, `ca/${name}.pem`)));
      points.write("given.pem", ["root-1", "issuing-1", "qualified-1"].map(pemIn).join(""));
      expect((await ask(living.serial, "qualified-1", "-sha1")).said).toContain("unauthorized");
      expect(await run(takersConfig(), "take-over", out)).toMatchObject({ status: 0 });
      expect(await run(takersConfig(), "take-over", out)).toMatchObject({ status: 0 });

      for (const hash of ["-sha1", "-sha256"] as const) {
        const ofLiving = await ask(living.serial, "qualified-1", hash);
        expect(ofLiving.said).toContain("Response verify OK");
        expect(ofLiving.said).toMatch(
          /: revoked[\s\S]*Next Update: Dec 31 23:59:59 9999 GMT[\s\S]*cessationOfOperation/,
        );
        expect((await ask(compromised.serial, "issuing-1", hash)).said).toMatch(/: revoked[\s\S]*keyCompromise/);
      }
      const ca = await db.selectFrom("authority_unit").select("serial").where("role", "=", "issuing-ca").execute();
      const ofCa = await ask(ca[0]?.serial ?? "", "root-1", "-sha256");
      expect(ofCa.said).toMatch(/: good[\s\S]*Response verify OK/);
      // Never good for what was not issued.
      expect((await ask("4711", "issuing-1", "-sha1")).said).toContain("unauthorized");
      const trail = await taker.current().db.selectFrom("audit_event").select("type").execute();
      expect(trail.filter(({ type }) => type === "authority.taken-over")).toHaveLength(3);
    },
  );
});

const pemIn = (name: string): string => pem(new Uint8Array(readFileSync(join(out, `ca/${name}.cer`))));
