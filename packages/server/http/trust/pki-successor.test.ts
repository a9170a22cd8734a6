/** An issuing CA that has a successor: what it issued is still asked about, and still signs. */
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, pem } from "../../../../fixtures/openssl.ts";
import { ensureHierarchy, ocspResponse, publishedCertificate, readEnds } from "../../rooms/authority/authority.ts";
import { expectStoreProves } from "../../test/expect-store-proves.ts";
import { type SignedBy, signedBy } from "../../test/signed-by.ts";
import { serveTrustPoints, type TrustPoints } from "../../test/trust-points.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();
let before: SignedBy;
let after: SignedBy;
let points: TrustPoints;
beforeAll(async () => {
  before = await signedBy(world, "Ada");
  await world.deps.db.updateTable("authority_unit").set({ active: false }).where("name", "=", "issuing-1").execute();
  await ensureHierarchy(world.deps);
  after = await signedBy(world, "Eva");
  points = await serveTrustPoints(world.deps);
  for (const name of ["issuing-1", "issuing-2"]) points.write(`${name}.pem`, pem(await certificateOf(name)));
  for (const [name, { certificate }] of Object.entries({ before, after }))
    points.write(`${name}.pem`, pem(certificate.der));
});
afterAll(async () => {
  await points.close();
});

async function certificateOf(name: string): Promise<Uint8Array> {
  const published = await publishedCertificate(world.deps.db, name);
  if (published === null) throw new Error(`no ${name}`);
  return published.der;
}

/** What the responder of a CA says of a certificate, as a verifier reads it at the world's time. */
async function statusOf(certificate: Certificate, issuerName: string) {
  const issuer = parseCertificate(await certificateOf(issuerName));
  const response = parseOcspResponse(await ocspResponse(world.deps, buildOcspRequest({ certificate, issuer })));
  if (response.status !== "successful") return response.status;
  const checked = checkOcspResponse({ response, certificate, issuer, at: world.deps.clock.now() });
  return checked.ok ? checked.status.state : checked.code;
}

const activeResponders = async () =>
  (await readEnds(world.deps.db)).filter(({ kind }) => kind === "ocsp-signer").map(({ name }) => name);

describe("an issuing CA and its successor", () => {
  it.skipIf(!hasOpenssl)("[T-021] each answer for what they issued, openssl says", async () => {
    const asked = (issuer: string, ...about: string[]) =>
      points.openssl(
        ...["ocsp", "-issuer", issuer, ...about, "-url", `${points.url}/pki/ocsp`],
        ...["-CAfile", "root.pem", "-verify_other", issuer],
      );
    for (const [certificate, issuer] of [
      ["before.pem", "issuing-1.pem"],
      ["after.pem", "issuing-2.pem"],
    ] as const) {
      const { said } = await asked(issuer, "-cert", certificate);
      expect(said).toContain("Response verify OK");
      expect(said).toContain(`${certificate}: good`);
    }
    const elsewhere = await asked("issuing-2.pem", "-serial", `0x${before.certificate.serialNumber}`);
    expect(elsewhere.said).toMatch(/: unknown/);
  });

  it("have signatures with the proof of both in them, also one made now with what the first issued", async () => {
    await expectStoreProves(world.deps.db, before);
    // The time-stamping unit is still the one of the first.
    await expectStoreProves(world.deps.db, { ...after, issuingCas: 2 });
    const again = await signedBy(world, "Ada");
    expect(again.certificate.serialNumber).toBe(before.certificate.serialNumber);
    await expectStoreProves(world.deps.db, again);
  });

  it("each get a new responder in time, and their lists are looked after", async () => {
    const responders = await activeResponders();
    // The qualified CA has one, too.
    expect(responders).toHaveLength(3);
    for (let day = 0; day < 60; day += 15) {
      world.wait(15 * 86_400_000);
      await ensureHierarchy(world.deps);
      expect(await statusOf(before.certificate, "issuing-1")).toBe("good");
      expect(await statusOf(after.certificate, "issuing-2")).toBe("good");
    }
    const later = await activeResponders();
    expect(later).toHaveLength(3);
    for (const name of responders) expect(later).not.toContain(name);
    const lists = (await readEnds(world.deps.db)).filter(({ kind }) => kind === "crl").map(({ name }) => name);
    expect(lists.sort()).toEqual(["issuing-1", "issuing-2", "qualified-1", "root-1"]);
  });
});
