/** Keys of the authority in a token, from the environment to a signature: SoftHSM2, judged by openssl. */
import { randomBytes } from "node:crypto";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, pem } from "../../fixtures/openssl.ts";
import { systemRandom } from "./adapters/random.ts";
import { systemClock } from "./adapters/time/clock.ts";
import { authority } from "./cli/authority.ts";
import { doctor } from "./cli/doctor.ts";
import { parseConfig } from "./config.ts";
import { crossCheck, ensureHierarchy } from "./rooms/authority/authority.ts";
import { continueSigning } from "./rooms/signing/signing.ts";
import { approve } from "./test/approved-act.ts";
import { siegel } from "./test/run-command.ts";
import { signedBy } from "./test/signed-by.ts";
import { nth, openSigningWorld, type SigningWorld } from "./test/signing-world.ts";
import { hasSoftToken, makeSoftToken } from "./test/soft-token.ts";
import { useTestDatabase } from "./test/test-database.ts";
import { serveTrustPoints } from "./test/trust-points.ts";
import { authorityKeyChecks, authorityOver, masterKeyOf, wireAuthority } from "./wire-authority.ts";
import { authorityTokenFault, wireKeys } from "./wire-authority-keys.ts";

let soft: ReturnType<typeof makeSoftToken>;
const settings = () => ({
  SIEGEL_AUTHORITY_PKCS11_MODULE: soft.place.module,
  SIEGEL_AUTHORITY_PKCS11_TOKEN: soft.place.token,
  SIEGEL_AUTHORITY_PKCS11_PIN: soft.place.pin,
  ...soft.environment,
});
const say = () => undefined;
/** The token is another one. */
const away = () => ({ ...settings(), SIEGEL_AUTHORITY_PKCS11_TOKEN: "other" });

describe.skipIf(!hasSoftToken || !hasOpenssl)("an authority in a token", () => {
  const database = useTestDatabase();
  let world: SigningWorld;
  const masterKey = randomBytes(32);
  const keysWith = (environment: Readonly<Record<string, string>>) =>
    wireKeys(parseConfig(environment), { db: world.deps.db, random: systemRandom }, masterKey);
  beforeAll(async () => {
    soft = makeSoftToken();
    const keys = wireKeys(parseConfig(settings()), { ...database.current(), random: systemRandom }, masterKey);
    world = await openSigningWorld(database.current().db, { keysOver: () => keys });
  });
  afterAll(async () => {
    await world.deps.keys.close();
    await world.close();
    soft.remove();
  });

  it("[T-015] signs and stamps a document that openssl takes, and no key of a unit is in the database", async () => {
    const { db } = world.deps;
    expect(await db.selectFrom("key").selectAll().execute()).toEqual([]);
    const { file, cms, certificate } = await signedBy(world, "Ada");
    const units = await db.selectFrom("authority_unit").select(["role", "key_id"]).execute();
    expect(units).toHaveLength(8);
    for (const { key_id } of units) expect(key_id).toMatch(/^pkcs11:p(256|384):/);
    // The signer's own is there, as before.
    const keys = await db.selectFrom("key").select("key_id").execute();
    expect(keys).toEqual(await db.selectFrom("signer_certificate").select("key_id").execute());

    const points = await serveTrustPoints(world.deps);
    const [first, length, second, rest] = nth(listSignatures(openPdf(bytesSource(file))).signatures, 0).byteRange;
    const covered = [file.subarray(first, first + length), file.subarray(second, second + rest)];
    for (const [name, content] of Object.entries({ "a.signed": Buffer.concat(covered), "a.cms": cms }))
      points.write(name, content);
    points.write("ada.pem", pem(certificate.der));
    const trust = ["-CAfile", "root.pem"];
    const inner = ["-certfile", "issuing-ca.pem", "-purpose", "any", "-out", "out"];
    const document = await points.openssl(
      ...["cms", "-verify", "-binary", "-inform", "DER", "-in", "a.cms", "-content", "a.signed", ...trust, ...inner],
    );
    expect(document.said).toContain("successful");
    const status = ["-issuer", "issuing-ca.pem", "-cert", "ada.pem", "-url", `${points.url}/pki/ocsp`];
    const { said } = await points.openssl("ocsp", ...status, ...trust, "-verify_other", "issuing-ca.pem");
    expect(said).toContain("Response verify OK");
    expect(said).toContain("ada.pem: good");
    await points.openssl("ts", "-query", "-data", "a.signed", "-sha256", "-cert", "-out", "a.tsq");
    await points.stamp("a.tsq", "a.tsr");
    const stamp = await points.openssl(
      ...["ts", "-verify", "-queryfile", "a.tsq", "-in", "a.tsr", ...trust, "-untrusted", "issuing-ca.pem"],
    );
    expect(stamp.said).toContain("Verification: OK");
    await points.close();
  });

  it("[T-015] opens them after a start, and says in words what keeps it from that", async () => {
    const { db, clock, trustedTime } = world.deps;
    const parts = { db, clock, trustedTime, random: systemRandom };
    const own = await wireAuthority(parseConfig(settings()), parts, { masterKey, makes: false, say });
    expect((await crossCheck(own)).faults).toEqual([]);
    await own.keys.close();
    const words = 'SIEGEL_AUTHORITY_PKCS11_TOKEN: no token is called "other"';
    for (const makes of [true, false])
      await expect(wireAuthority(parseConfig(away()), parts, { masterKey, makes, say })).rejects.toThrow(`${words}.`);
    // Signers' keys are in software as ever, and the key that opens them is looked at too.
    const wrong = wireAuthority(parseConfig(settings()), parts, { masterKey: randomBytes(32), makes: false, say });
    await expect(wrong).rejects.toThrow("SIEGEL_KEY_ENCRYPTION_KEY does not open the keys in the database.");
    const told: string[] = [];
    const { url } = database.current();
    await doctor(parseConfig({ DATABASE_URL: url, ...away() }), (line) => void told.push(line), []);
    expect(told).toContain(`Nothing can be signed, and no status told: ${words}.`);
    expect(await authorityTokenFault(parseConfig(settings()))).toBeNull();
    expect(await authorityTokenFault(parseConfig({}))).toBeNull();
    expect(authorityKeyChecks(parseConfig({}), world.deps)).toEqual({});
    await authorityKeyChecks(parseConfig(settings()), world.deps).authority_keys?.();
    const failing = authorityKeyChecks(parseConfig(away()), { ...world.deps, keys: keysWith(away()) });
    await expect(failing.authority_keys?.()).rejects.toThrow(words);
    const { faults } = await crossCheck({ ...world.deps, keys: keysWith(away()) });
    expect(faults).toContain(`The key of root-1 cannot be used: ${words}.`);
    expect(faults).toHaveLength(8);
  });

  it("[T-015] lets a signature wait while the token is away, and makes it once it is back", async () => {
    const sent = await world.send([{ type: "s_signature", firstName: "Ada" }]);
    await world.confirm(sent, 0);
    const actId = await approve(world, sent, { type: "s_signature" });
    const before = world.faults.length;
    const without = { ...world.deps, keys: keysWith(away()) };
    expect(await continueSigning(without, actId)).not.toBe("ended");
    expect(nth(world.faults.slice(before), 0)).toMatchObject({ outage: true });
    world.wait(3_600_000);
    expect(await continueSigning(world.deps, actId)).toBe("ended");
  });
});

describe.skipIf(!hasSoftToken)("an authority in software that is rolled into a token", () => {
  const database = useTestDatabase();
  beforeAll(() => {
    soft = makeSoftToken();
  });
  afterAll(() => soft.remove());

  it("[T-060] goes on with the keys that it has, and makes new ones there", async () => {
    const { db, url } = database.current();
    const plain = { DATABASE_URL: url, SIEGEL_KEY_ENCRYPTION_KEY: "5".repeat(64) };
    const trustedTime = { now: systemClock.now } as never;
    const parts = { db, clock: systemClock, random: systemRandom, trustedTime };
    const config = parseConfig(plain);
    await ensureHierarchy(authorityOver(config, parts, masterKeyOf(config)));
    const lines: string[] = [];
    expect(await authority(parseConfig({ ...plain, ...settings() }), (line) => void lines.push(line), ["roll"])).toBe(
      0,
    );
    const units = await db.selectFrom("authority_unit").select(["name", "key_id"]).orderBy("name").execute();
    const inToken = units.filter(({ key_id }) => key_id?.startsWith("pkcs11:")).map(({ name }) => name);
    expect(inToken).toEqual(["issuing-2", "ocsp-3", "ocsp-4", "qualified-2"]);
    expect(await db.selectFrom("key").select("key_id").execute()).toHaveLength(8);
    // At a terminal, where the process with the token's keys must end with the command.
    expect(await siegel(["authority", "cross-check"], { ...plain, ...settings() })).toEqual({
      status: 0,
      output: "12 units, 5 lists, 12 certificates, 0 faults\n",
    });
    lines.length = 0;
    expect(await authority(config, (line) => void lines.push(line), ["cross-check"])).toBe(1);
    expect(lines.join("\n")).toContain("The key of issuing-2 cannot be used: SIEGEL_AUTHORITY_PKCS11_MODULE: missing");
    expect(lines.at(-1)).toContain(" 4 faults");
  }, 60_000);
});
