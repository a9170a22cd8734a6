/** The time-stamping authority, judged by `openssl ts` over HTTP (T-023, T-024; RFC 3161, ETSI EN 319 422). */
import {
  encodeBoolean,
  encodeImplicit,
  encodeInteger,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "@siegel/kernel/asn1/der-writer.ts";
import { encodeExtensions } from "@siegel/kernel/x509/encode-extensions.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl } from "../../../../fixtures/openssl.ts";
import { doubtfulClock } from "../../test/doubtful-clock.ts";
import { serveTrustPoints, type TrustPoints } from "../../test/trust-points.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();
let points: TrustPoints;
const { watch, machine } = doubtfulClock();
beforeAll(async () => {
  await watch.compare();
  points = await serveTrustPoints({ ...world.deps, trustedTime: watch });
  points.write("note.txt", "a note");
});
afterAll(async () => {
  await points.close();
});

async function query(...options: string[]): Promise<void> {
  const made = await points.openssl("ts", "-query", "-data", "note.txt", ...options, "-out", "note.tsq");
  if (!made.ok) throw new Error(made.said);
  expect((await points.stamp("note.tsq", "note.tsr")).status).toBe(200);
}

const reply = async () => (await points.openssl("ts", "-reply", "-in", "note.tsr", "-text")).said;
const verify = async (...more: string[]) =>
  await points.openssl(
    ...["ts", "-verify", "-queryfile", "note.tsq", "-in", "note.tsr", "-CAfile", "root.pem"],
    ...["-untrusted", "issuing-ca.pem", ...more],
  );

describe.skipIf(!hasOpenssl)("the time-stamping authority, as openssl sees it", () => {
  it.each([
    ["SHA-256", ["-sha256", "-cert"]],
    ["SHA-384", ["-sha384", "-cert"]],
    ["SHA-512", ["-sha512", "-cert"]],
    ["its own policy by name", ["-sha256", "-cert", "-tspolicy", "0.4.0.2023.1.1"]],
    ["no nonce", ["-sha256", "-cert", "-no_nonce"]],
  ])("[T-023] answers %s so that it verifies", async (_, options) => {
    await query(...options);
    expect((await verify()).said).toContain("Verification: OK");
    const said = await reply();
    expect(said).toContain("Policy OID: 0.4.0.2023.1.1");
    expect(said).toMatch(/Accuracy: 0x01 seconds/);
    expect(said).toContain("Ordering: no");
    expect(said).toMatch(/Time stamp: \w+ +\d+ \d\d:\d\d:\d\d \d{4} GMT/);
    expect(said).toMatch(options.includes("-no_nonce") ? /Nonce: unspecified/ : /Nonce: 0x[0-9A-F]+/);
  });

  it("[T-023] leaves its certificates out where nobody asked for them; with the unit's at hand it verifies", async () => {
    await query("-sha256");
    expect((await verify()).ok).toBe(false);
    points.write("both.pem", Buffer.concat([points.read("issuing-ca.pem"), points.read("tsu.pem")]));
    expect((await verify("-untrusted", "both.pem")).said).toContain("Verification: OK");
    const token = points.read("note.tsr").length;
    await query("-sha256", "-cert");
    expect(points.read("note.tsr").length).toBeGreaterThan(token + 500);
  });

  it("[T-023] gives every token a serial number of its own", async () => {
    const numbers = new Set<string>();
    for (let n = 0; n < 5; n++) {
      await query("-sha256", "-cert");
      numbers.add((await reply()).match(/Serial number: (0x[0-9A-F]+)/)?.[1] ?? "none");
    }
    expect(numbers.size).toBe(5);
  });

  it("[T-023] a token over something else does not verify: the judge looks", async () => {
    await query("-sha256", "-cert");
    points.write("other.txt", "another note");
    await points.openssl("ts", "-query", "-data", "other.txt", "-sha256", "-out", "note.tsq");
    expect((await verify()).ok).toBe(false);
  });

  it.each([
    ["SHA-1", ["-sha1"], "unrecognized or unsupported algorithm identifier"],
    ["MD5", ["-md5"], "unrecognized or unsupported algorithm identifier"],
    ["SHA-224", ["-sha224"], "unrecognized or unsupported algorithm identifier"],
    ["another's policy", ["-sha256", "-tspolicy", "1.2.3.4"], "the requested TSA policy is not supported by the TSA"],
  ])("[T-023] refuses %s, and says why", async (_, options, why) => {
    await query(...options);
    await expectRefused(why);
  });

  const good = { algorithm: "2.16.840.1.101.3.4.2.1", digest: 32, version: 1, extension: null, after: 0 };
  type Made = Omit<typeof good, "extension"> & { extension: "critical" | "not critical" | null };
  const request = ({ algorithm, digest, version, extension, after }: Made): Uint8Array => {
    const imprint = encodeSequence(
      encodeSequence(encodeOid(algorithm), encodeNull()),
      encodeOctetString(new Uint8Array(digest).fill(7)),
    );
    const unknown = { oid: "2.999.5", critical: extension === "critical", value: encodeNull() };
    const extensions = extension === null ? null : encodeImplicit(0, encodeExtensions([unknown]));
    const whole = encodeSequence(encodeInteger(version), imprint, encodeBoolean(true), extensions);
    return new Uint8Array([...whole, ...new Uint8Array(after)]);
  };

  it("[T-023] grants the hand-made query that the next ones spoil", async () => {
    points.write("made.tsq", request(good));
    await points.stamp("made.tsq", "note.tsr");
    expect(await reply()).toContain("Status: Granted.");
  });

  it.each<[string, Partial<Made>, string]>([
    ["an unknown algorithm", { algorithm: "2.999.1" }, "unrecognized or unsupported algorithm identifier"],
    ["a digest that is too short", { digest: 31 }, "the data submitted has the wrong format"],
    ["a digest that is too long", { digest: 64 }, "the data submitted has the wrong format"],
    ["no digest", { digest: 0 }, "the data submitted has the wrong format"],
    ["bytes behind the query", { after: 1 }, "the data submitted has the wrong format"],
    ["version 2", { version: 2 }, "transaction not permitted or supported"],
    ["a critical extension", { extension: "critical" }, "the requested extension is not supported by the TSA"],
    ["any extension", { extension: "not critical" }, "the requested extension is not supported by the TSA"],
  ])("[T-023] refuses %s with the failure that says so", async (_, change, why) => {
    points.write("made.tsq", request({ ...good, ...change }));
    expect((await points.stamp("made.tsq", "note.tsr")).status).toBe(200);
    await expectRefused(why);
  });

  it.each([700, -700])(
    "[T-024] has no time while the clock is %d ms off, and has again once it is confirmed",
    async (ms) => {
      await watch.compare();
      await query("-sha256", "-cert");
      expect((await verify()).said).toContain("Verification: OK");
      machine.wrongMs = ms;
      await query("-sha256", "-cert");
      await expectRefused("the TSA's time source is not available");
      machine.wrongMs = 0;
      await query("-sha256", "-cert");
      await expectRefused("the TSA's time source is not available");
      await watch.compare();
      await query("-sha256", "-cert");
      expect((await verify()).said).toContain("Verification: OK");
    },
  );
});

async function expectRefused(why: string): Promise<void> {
  const said = await reply();
  expect(said).toContain("Status: Rejected.");
  expect(said).toContain(`Failure info: ${why}`);
  expect(said).toContain("TST info:\nNot included.");
}
