/** CAs that a person rolls: what they issued before is still answered for and still valid, with the clock six years on. */
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, pem } from "../../../../fixtures/openssl.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  crossCheck,
  ensureHierarchy,
  type IssuedCertificate,
  issuePersonCertificate,
  publishedCertificate,
  publishedCrl,
  publishListOf,
  revokeIssued,
  rollAuthority,
} from "../../rooms/authority/authority.ts";
import { expectStoreProves } from "../../test/expect-store-proves.ts";
import { type SignedBy, signedBy } from "../../test/signed-by.ts";
import { nth } from "../../test/signing-world.ts";
import { serveTrustPoints, type TrustPoints } from "../../test/trust-points.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();
const day_ms = 86_400_000;
let before: SignedBy;
let after: SignedBy;
/** Issued by the CAs before the roll; the advanced one is revoked. */
let revoked: IssuedCertificate;
let qualified: IssuedCertificate;
let points: TrustPoints;
let signedAt: string;
const seconds = () => String(Math.floor(world.deps.clock.now().getTime() / 1_000));

beforeAll(async () => {
  const { deps } = world;
  before = await signedBy(world, "Ada");
  const { subjectPublicKeyInfo } = await deps.keys.generate("p256");
  const person = { subjectPublicKeyInfo, subjectId: "1", organisationId: null, firstName: "Ida", lastName: "Löw" };
  revoked = await issuePersonCertificate(deps, { ...person, level: "aes" });
  qualified = await issuePersonCertificate(deps, { ...person, level: "qes" });
  await inTransaction(deps.db, async (db) => {
    await revokeIssued({ db, clock: deps.clock }, { ...revoked, reason: "keyCompromise" });
  });
  await publishListOf(deps, "issuing-1");
  signedAt = seconds();
  points = await serveTrustPoints(deps);
  await rollAuthority(deps);
  after = await signedBy(world, "Eva");
  for (const name of ["root-1", "issuing-1", "issuing-2", "qualified-1"]) {
    points.write(`${name}.pem`, pem((await publishedCertificate(deps.db, name))?.der ?? new Uint8Array()));
    points.write(`${name}.crl`, (await publishedCrl(deps.db, name))?.der ?? new Uint8Array());
  }
  const certificates = { before: before.certificate.der, after: after.certificate.der };
  const issued = { revoked: revoked.certificate, qualified: qualified.certificate };
  for (const [name, der] of Object.entries({ ...certificates, ...issued })) points.write(`${name}.pem`, pem(der));
  const { byteRange } = nth(listSignatures(openPdf(bytesSource(before.file))).signatures, 0);
  const [first, length, second, rest] = byteRange;
  const covered = [before.file.subarray(first, first + length), before.file.subarray(second, second + rest)];
  points.write("before.signed", Buffer.concat(covered));
  points.write("before.cms", before.cms);
});
afterAll(async () => {
  await points.close();
});

/** What the service answers at the world's time, as openssl reads it: it is told the time for the chain, and how far this clock is behind for the answer. */
async function answered(certificate: string, issuer: string): Promise<string> {
  const behind_s = String(Math.ceil((world.deps.clock.now().getTime() - Date.now()) / 1_000) + 60);
  const { said } = await points.openssl(
    ...[
      "ocsp",
      "-validity_period",
      behind_s,
      "-issuer",
      `${issuer}.pem`,
      "-cert",
      `${certificate}.pem`,
      "-url",
      `${points.url}/pki/ocsp`,
    ],
    ...["-CAfile", "root-1.pem", "-verify_other", `${issuer}.pem`, "-attime", seconds()],
  );
  return said;
}

/** The chain, with both CAs' lists of that time, as openssl reads it then. */
const chain = async (certificate: string, issuer: string) =>
  await points.openssl(
    ...["verify", "-attime", signedAt, "-crl_check_all", "-CRLfile", "root-1.crl", "-CRLfile", `${issuer}.crl`],
    ...["-CAfile", "root-1.pem", "-untrusted", `${issuer}.pem`, `${certificate}.pem`],
  );

describe.skipIf(!hasOpenssl)("CAs that are rolled", () => {
  it("[T-060] issue nothing more, and documents of both carry their proofs", async () => {
    expect((await chain("before", "issuing-1")).said).toContain("before.pem: OK");
    expect((await chain("qualified", "qualified-1")).said).toContain("qualified.pem: OK");
    expect((await chain("revoked", "issuing-1")).said).toContain("certificate revoked");
    expect((await chain("after", "issuing-1")).ok).toBe(false);
    await expectStoreProves(world.deps.db, before);
    await expectStoreProves(world.deps.db, { ...after, issuingCas: 2 });
    expect((await crossCheck(world.deps)).faults).toEqual([]);
  });

  it("[T-060] have answers and lists while the years pass, until the last certificate has ended", async () => {
    // Signer 2 years, seal 3, qualified 5, time-stamping unit 6: lists go on until then, and each has the revoked one.
    for (let days = 0; days < 6 * 365 - 20; days += 75) {
      world.wait(75 * day_ms);
      await ensureHierarchy(world.deps);
      const list = parseCrl((await publishedCrl(world.deps.db, "issuing-1"))?.der ?? new Uint8Array());
      expect(list.entries.has(revoked.serial)).toBe(true);
      if (days < 5 * 365) expect(list.nextUpdate.getUTCFullYear()).toBeLessThan(9999);
      expect((await crossCheck(world.deps)).faults, `day ${days}`).toEqual([]);
    }
    world.wait(40 * day_ms);
    await ensureHierarchy(world.deps);
    for (const name of ["issuing-1", "qualified-1"]) {
      const last = await publishedCrl(world.deps.db, name);
      expect(parseCrl(last?.der ?? new Uint8Array()).nextUpdate.toISOString()).toBe("9999-12-31T23:59:59.000Z");
      points.write(`${name}-last.crl`, last?.der ?? new Uint8Array());
    }
  }, 60_000);

  it("[T-060] six years on, openssl takes document, chain, answers and lists of before as right", async () => {
    const document = await points.openssl(
      ...["cms", "-verify", "-binary", "-inform", "DER", "-in", "before.cms", "-content", "before.signed"],
      ...["-CAfile", "root-1.pem", "-certfile", "issuing-1.pem", "-purpose", "any", "-attime", signedAt, "-out", "out"],
    );
    expect(document.said).toContain("successful");
    expect((await chain("before", "issuing-1")).said).toContain("before.pem: OK");
    for (const [certificate, issuer, state] of [
      ["before", "issuing-1", "good"],
      ["qualified", "qualified-1", "good"],
      ["revoked", "issuing-1", "revoked"],
    ] as const) {
      const said = await answered(certificate, issuer);
      expect(said).toContain("Response verify OK");
      expect(said).toContain(`${certificate}.pem: ${state}`);
    }
    for (const [name, has] of [
      ["issuing-1", true],
      ["qualified-1", false],
    ] as const) {
      const read = ["crl", "-in", `${name}-last.crl`, "-inform", "DER", "-CAfile", `${name}.pem`, "-noout", "-text"];
      const { said } = await points.openssl(...read);
      expect(said).toContain("verify OK");
      expect(said.includes(revoked.serial.toUpperCase())).toBe(has);
    }
  });
});
