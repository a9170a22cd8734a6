/** The OCSP responder, judged by openssl over HTTP (T-021; RFC 6960, RFC 8954, RFC 5019). */
import { encodeExplicit, encodeOctetString, encodeSequence } from "@siegel/kernel/asn1/der-writer.ts";
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { buildOcspRequest, encodeCertId } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { encodeExtensions } from "@siegel/kernel/x509/encode-extensions.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, pem } from "../../../../fixtures/openssl.ts";
import {
  issuePersonCertificate,
  lookForResponders,
  ocspResponse,
  publishedCrl,
  publishListOf,
  revokeIssued,
  serviceSeal,
  trustAnchors,
} from "../../rooms/authority/authority.ts";
import { openForge } from "../../test/forged-answers.ts";
import { nth } from "../../test/signing-world.ts";
import { serveTrustPoints, type TrustPoints } from "../../test/trust-points.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();
let points: TrustPoints;
beforeAll(async () => {
  points = await serveTrustPoints(world.deps);
});
afterAll(async () => {
  await points.close();
});

const trust = ["-CAfile", "root.pem", "-verify_other", "issuing-ca.pem"];
const ask = (...args: string[]) => points.openssl("ocsp", ...args, "-url", `${points.url}/pki/ocsp`, ...trust);
const aboutOurs = ["-issuer", "issuing-ca.pem"];

/** A certificate just issued to a person, as a file; answers its serial number in hex. */
async function person(file: string, level: "aes" | "qes" = "aes"): Promise<string> {
  const { subjectPublicKeyInfo } = await world.deps.keys.generate("p256");
  const named = { firstName: "Ada", lastName: "Müller", subjectId: world.deps.random.id(), organisationId: "o" };
  const { certificate, serial } = await issuePersonCertificate(world.deps, {
    ...named,
    level,
    subjectPublicKeyInfo,
  });
  points.write(file, pem(certificate));
  return serial;
}

const revoke = async (serial: string, at: Date) =>
  await world.deps.db
    .updateTable("issued_certificate")
    .set({ status: "revoked", revoked_at: at, reason: "keyCompromise" })
    .where("serial", "=", serial)
    .execute();

const near = (serial: string, by: bigint): string => `0x${(BigInt(`0x${serial}`) + by).toString(16)}`;

describe.skipIf(!hasOpenssl)("the OCSP responder, as openssl sees it", () => {
  it("[T-021] says good of what it issued, by SHA-1 and SHA-256, and repeats the nonce it is sent", async () => {
    await person("good.pem");
    for (const digest of [[], ["-sha256"]]) {
      const { ok, said } = await ask(...aboutOurs, ...digest, "-cert", "good.pem", "-nonce");
      expect(said).toContain("Response verify OK");
      expect(said).toContain("good.pem: good");
      expect(said).not.toMatch(/WARNING|nonce/i);
      expect(ok).toBe(true);
    }
  });

  it("[T-021] says good of a qualified certificate by a responder of its own CA; openssl takes its chain, and nothing in it claims a status", async () => {
    await person("qualified.pem", "qes");
    const chain = ["-CAfile", "root.pem", "-untrusted", "qualified-ca.pem"];
    const verified = await points.openssl("verify", "-x509_strict", "-policy_check", ...chain, "qualified.pem");
    expect(verified.said).toContain("qualified.pem: OK");
    const { said } = await points.openssl(
      ...["ocsp", "-issuer", "qualified-ca.pem", "-cert", "qualified.pem", "-url", `${points.url}/pki/ocsp`],
      ...["-CAfile", "root.pem", "-verify_other", "qualified-ca.pem"],
    );
    expect(said).toContain("Response verify OK");
    expect(said).toContain("qualified.pem: good");
    const shown = await points.openssl("x509", "-in", "qualified.pem", "-noout", "-text");
    expect(shown.said).toMatch(/Issuer: .*Development Qualified Issuing CA 1/);
    expect(shown.said).toContain("Policy: 0.4.0.194112.1.0");
    expect(shown.said).toContain("qcStatements");
    const parsed = await points.openssl("asn1parse", "-in", "qualified.pem");
    const statements = /prim: OBJECT\s+:qcStatements\s+.*?\[HEX DUMP\]:([0-9A-F]+)/.exec(parsed.said)?.[1] ?? "";
    // The type alone: 0.4.0.1862.1.6 with 0.4.0.1862.1.6.1.
    expect(statements).toBe("30153013060604008E460106300906070400" + "8E46010601");
  });

  it("[T-021] never says good of a serial number that nobody issued, however near it is to one", async () => {
    const serial = await person("near.pem");
    const never = [
      near(serial, 1n),
      near(serial, -1n),
      `0x${serial.slice(0, -2)}`,
      `0x${serial}00`,
      `-0x${serial}`,
      "0",
      "1",
      "-1",
      `0x${"7f".repeat(20)}`,
      `0x${"42".repeat(200)}`,
    ];
    for (const number of never) {
      const { said } = await ask(...aboutOurs, "-serial", number, "-no_nonce");
      expect(said, number).toContain("Response verify OK");
      expect(said, number).toMatch(/: unknown/);
      expect(said, number).not.toMatch(/: (good|revoked)/);
    }
  });

  it("[T-021] does not say good of the same serial number under another of its CAs", async () => {
    const serial = await person("other.pem");
    const { said } = await points.openssl(
      ...["ocsp", "-issuer", "root.pem", "-serial", `0x${serial}`, "-no_nonce", "-url", `${points.url}/pki/ocsp`],
      ...["-CAfile", "root.pem"],
    );
    expect(said).toContain("Response verify OK");
    expect(said).toMatch(/: unknown/);
  });

  it("[T-021] does not speak for another's CA at all", async () => {
    const { foreign } = await openForge(world);
    points.write("foreign.pem", pem(foreign.issuingCa.certificate.der));
    const serial = await person("ours.pem");
    const { said } = await ask("-issuer", "foreign.pem", "-serial", `0x${serial}`);
    expect(said).toContain("Responder Error: unauthorized (6)");
  });

  it("[T-021] answers each of several questions in one request by itself", async () => {
    const [first, second] = [await person("first.pem"), await person("second.pem")];
    await revoke(second, new Date("2026-11-20T10:00:00Z"));
    const { said } = await ask(
      ...[...aboutOurs, "-cert", "first.pem", "-cert", "second.pem", "-serial", near(first, 1n)],
    );
    expect(said).toContain("Response verify OK");
    expect(said).toContain("first.pem: good");
    expect(said).toContain("second.pem: revoked");
    expect(said).toMatch(/0x[0-9A-F]+: unknown/i);
  });

  it("[T-021] says revoked, with reason and time, from the moment of the revocation", async () => {
    const serial = await person("revoked.pem");
    const asked = [...aboutOurs, "-cert", "revoked.pem"];
    expect((await ask(...asked)).said).toContain("revoked.pem: good");
    await revoke(serial, new Date("2026-11-21T09:08:07.654Z"));
    const { said } = await ask(...asked);
    expect(said).toContain("revoked.pem: revoked");
    expect(said).toContain("Reason: keyCompromise");
    expect(said).toContain("Revocation Time: Nov 21 09:08:07 2026 GMT");
  });

  it("[T-021] tells times in whole seconds, made now and current for an hour", async () => {
    await person("times.pem");
    const asked = await ask(...aboutOurs, "-cert", "times.pem", "-respout", "times.der");
    expect(asked.said).toContain("times.pem: good");
    const { said } = await points.openssl("asn1parse", "-inform", "DER", "-in", "times.der");
    expect(said).toContain("OCTET STRING");
    const basic = await points.openssl("asn1parse", "-inform", "DER", "-in", "times.der", "-strparse", basicAt(said));
    const times = [...basic.said.matchAll(/GENERALIZEDTIME\s+:(\S+)/g)].map(([, time = ""]) => time);
    // producedAt, thisUpdate, nextUpdate; archiveCutoff stands inside of an extension.
    expect(times).toHaveLength(3);
    for (const time of times) expect(time).toMatch(/^\d{14}Z$/);
    const [produced = 0, current = 0, next = 0] = times.map(millisecondsOf);
    expect(current).toBe(produced);
    expect(Math.abs(produced - world.deps.clock.now().getTime())).toBeLessThan(10_000);
    expect(next - current).toBe(3_600_000);
  });
});

// The BasicOCSPResponse stands in the one OCTET STRING of the response.
const basicAt = (parsed: string): string =>
  parsed.match(/(\d+):d=\d+\s+hl=\d+\s+l=\s*\d+ prim: OCTET STRING/)?.[1] ?? "";
const millisecondsOf = (time: string): number =>
  Date.parse(time.replace(/^(....)(..)(..)(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));

describe("a responder that another CA issued", () => {
  /** The issuing CA speaks for the seal, the root for the issuing CA. */
  async function questionTo(speaker: "issuing-ca" | "root"): Promise<Uint8Array> {
    const seal = await serviceSeal(world.deps.db);
    const [issuingCa, root] = [nth(seal.chain, 0), nth(await trustAnchors(world.deps.db), 0)].map((der) =>
      parseCertificate(der),
    );
    if (issuingCa === undefined || root === undefined) throw new Error("no CAs");
    return buildOcspRequest(
      speaker === "root"
        ? { certificate: issuingCa, issuer: root }
        : { certificate: parseCertificate(seal.certificate), issuer: issuingCa },
    );
  }

  it.each([
    ["issuing-ca", "ocsp-signer", "root-1"],
    ["root", "root-ocsp-signer", "issuing-1"],
  ] as const)("[T-021] says nothing for the %s, not even what is true", async (speaker, role, other) => {
    const asked = await questionTo(speaker);
    const answer = async () => parseOcspResponse(await ocspResponse(world.deps, asked));
    const own = other === "root-1" ? "issuing-1" : "root-1";
    const units = world.deps.db.selectFrom("authority_unit").select("name").where("active", "=", true);
    const { name } = await units.where("role", "=", role).where("issuer", "=", own).executeTakeFirstOrThrow();
    const table = world.deps.db.updateTable("authority_unit").where("name", "=", name);
    expect(await answer()).toMatchObject({ status: "successful" });
    await table.set({ issuer: other }).execute();
    lookForResponders(world.deps.db);
    expect(await answer()).toEqual({ status: "tryLater" });
    await table.set({ issuer: own }).execute();
    expect(await answer()).toMatchObject({ status: "successful" });
  });
});

describe.skipIf(!hasOpenssl)("the nonce", () => {
  /** As openssl would ask, with a nonce of a length that it does not send. */
  async function requestWithNonce(length: number): Promise<Uint8Array> {
    const seal = await serviceSeal(world.deps.db);
    const [certificate, issuer] = [parseCertificate(seal.certificate), parseCertificate(nth(seal.chain, 0))];
    const value = encodeOctetString(new Uint8Array(length).fill(0xa5));
    const extensions = encodeExplicit(2, encodeExtensions([{ oid: OID.ocspNonce, critical: false, value }]));
    const requests = encodeSequence(encodeSequence(encodeCertId({ certificate, issuer }, "sha1")));
    return encodeSequence(encodeSequence(requests, extensions));
  }
  const send = async (request: Uint8Array) => {
    const response = await points.post("/pki/ocsp", "application/ocsp-request", request);
    points.write("answer.der", new Uint8Array(await response.arrayBuffer()));
    return (await points.openssl("ocsp", "-respin", "answer.der", "-text", "-noverify")).said;
  };

  it.each([1, 16, 32])("[T-021] of %d bytes is repeated", async (length) => {
    const said = await send(await requestWithNonce(length));
    expect(said).toContain("OCSP Response Status: successful");
    const shown = said.match(/OCSP Nonce:\s*\n\s*([0-9A-F]+)/)?.[1] ?? "";
    expect(shown.toLowerCase()).toContain("a5".repeat(length));
  });

  it.each([0, 33, 64])("[T-021] of %d bytes is refused", async (length) => {
    expect(await send(await requestWithNonce(length))).toContain("malformedrequest (1)");
  });

  it("[T-021] is not there where none was sent", async () => {
    await person("plain.pem");
    await points.openssl("ocsp", ...aboutOurs, "-cert", "plain.pem", "-no_nonce", "-reqout", "plain.der");
    const said = await send(points.read("plain.der"));
    expect(said).toContain("OCSP Response Status: successful");
    expect(said).not.toContain("Nonce");
  });

  it("[T-022] is right at once with a revocation, and so is the list: valid before, revoked after, and no other certificate", async () => {
    const serial = await person("ended.pem");
    await person("other.pem");
    const chain = async (file: string) => {
      points.write("list.crl", (await publishedCrl(world.deps.db, "issuing-1"))?.der ?? new Uint8Array());
      const at = String(Math.ceil(world.deps.clock.now().getTime() / 1_000));
      const lists = ["-attime", at, "-crl_check", "-CRLfile", "list.crl"];
      return await points.openssl("verify", ...lists, "-CAfile", "root.pem", "-untrusted", "issuing-ca.pem", file);
    };
    await publishListOf(world.deps, "issuing-1");
    expect((await chain("ended.pem")).said).toContain("ended.pem: OK");
    expect((await ask(...aboutOurs, "-cert", "ended.pem")).said).toContain("ended.pem: good");
    await revokeIssued(world.deps, { issuer: "issuing-1", serial, reason: "keyCompromise" });
    world.wait(1_000);
    expect((await ask(...aboutOurs, "-cert", "ended.pem")).said).toMatch(
      /ended\.pem: revoked[^:]+: [^:]+.*Reason: keyCompromise/s,
    );
    await publishListOf(world.deps, "issuing-1");
    expect((await chain("ended.pem")).said).toContain("certificate revoked");
    expect((await chain("other.pem")).said).toContain("other.pem: OK");
  });
});
