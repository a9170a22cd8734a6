/** A root in the running system, and a new one outside in its place: what is signed then, and what was signed before, as openssl judges it. */
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { formatName } from "@siegel/kernel/x509/name.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeKey } from "../../../../fixtures/hierarchy.ts";
import { hasOpenssl, pem } from "../../../../fixtures/openssl.ts";
import {
  checkRequest,
  crossCheck,
  ensureHierarchy,
  holdCeremony,
  makeRoot,
  publishedCrl,
  readRootList,
  requestUnits,
  takeInCeremony,
  trustAnchors,
} from "../../rooms/authority/authority.ts";
import { type SignedBy, signedBy } from "../../test/signed-by.ts";
import { nth } from "../../test/signing-world.ts";
import { serveTrustPoints, type TrustPoints } from "../../test/trust-points.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();
let before: SignedBy;
let after: SignedBy;
let points: TrustPoints;
let newRoot: string;

/** A new root on a machine of its own certifies what the running system asks for. */
async function moveRoot(): Promise<string> {
  const { deps } = world;
  const { spki: subjectPublicKeyInfo, signer } = makeKey("ecdsa-p384-sha384");
  const made = await makeRoot(deps, { commonName: "Testdienst Root CA 2026", subjectPublicKeyInfo, signer });
  const root = parseCertificate(made.certificate);
  const requests = (await requestUnits(deps)).map(({ name, request }) => checkRequest(root, { name, der: request }));
  const known = readRootList(root, made.list);
  const { certificateUrl } = deps.authority;
  const none = { issued: [], revoke: null, isLast: false };
  const signed = await holdCeremony(deps, { root, signer, certificateUrl, known, last: known, requests, ...none });
  const certificates = signed.certificates.map(({ der }) => der);
  const taken = await takeInCeremony(deps, { root: made.certificate, certificates, list: signed.list });
  expect(taken.units.map((one) => [one.before, one.after])).toEqual([
    ["issuing-1", "issuing-2"],
    ["qualified-1", "qualified-2"],
  ]);
  return made.name;
}

/** The signature in a file, and what it covers, as files for openssl. */
function writeSigned(name: string, { file, cms, certificate }: SignedBy): void {
  const { byteRange } = nth(listSignatures(openPdf(bytesSource(file))).signatures, 0);
  const [first, length, second, rest] = byteRange;
  const covered = [file.subarray(first, first + length), file.subarray(second, second + rest)];
  points.write(`${name}.signed`, Buffer.concat(covered));
  points.write(`${name}.cms`, cms);
  points.write(`${name}.pem`, pem(certificate.der));
}

beforeAll(async () => {
  before = await signedBy(world, "Ada");
  newRoot = await moveRoot();
  after = await signedBy(world, "Eva");
  points = await serveTrustPoints(world.deps);
  writeSigned("before", before);
  writeSigned("after", after);
  points.write("roots.pem", pem(...(await trustAnchors(world.deps.db))));
  for (const name of ["root-1", newRoot, "issuing-1", "issuing-2"]) {
    const certificate = await fetch(`${points.url}/pki/ca/${name}.cer`);
    points.write(`${name}.pem`, pem(new Uint8Array(await certificate.arrayBuffer())));
    const list = await fetch(`${points.url}/pki/crl/${name}.crl`);
    points.write(`${name}.crl`, new Uint8Array(await list.arrayBuffer()));
  }
});
afterAll(async () => {
  await points.close();
});

const judged = async (name: "before" | "after", { root, ca }: { root: string; ca: string }) => {
  const lists = ["-crl_check_all", "-CRLfile", `${root}.crl`, "-CRLfile", `${ca}.crl`];
  const chain = await points.openssl(
    ...["verify", ...lists, "-CAfile", `${root}.pem`, "-untrusted", `${ca}.pem`, `${name}.pem`],
  );
  const signature = await points.openssl(
    ...["cms", "-verify", "-binary", "-inform", "DER", "-in", `${name}.cms`, "-content", `${name}.signed`],
    ...["-CAfile", `${root}.pem`, "-certfile", `${ca}.pem`, "-purpose", "any", "-out", "content"],
  );
  const status = await points.openssl(
    ...["ocsp", "-issuer", `${ca}.pem`, "-cert", `${name}.pem`, "-url", `${points.url}/pki/ocsp`],
    ...["-CAfile", `${root}.pem`, "-verify_other", `${ca}.pem`],
  );
  return { chain: chain.ok, signature: signature.ok, said: `${chain.said}${signature.said}`, status: status.said };
};

describe.skipIf(!hasOpenssl)("a new root outside beside the old one here", () => {
  it("[T-060] issues what is signed from then on, and what was signed before stays valid", async () => {
    expect(formatName(after.certificate.issuer)).toContain("Issuing CA 2");
    for (const [name, by] of [
      ["before", { root: "root-1", ca: "issuing-1" }],
      ["after", { root: newRoot, ca: "issuing-2" }],
    ] as const) {
      const { status, ...rest } = await judged(name, by);
      expect(rest).toMatchObject({ chain: true, signature: true });
      expect(status).toContain(`${name}.pem: good`);
      expect(status).toContain("Response verify OK");
    }
    // Neither root vouches for the other's.
    expect(await judged("after", { root: "root-1", ca: "issuing-2" })).toMatchObject({ chain: false });
    expect((await crossCheck(world.deps)).faults).toEqual([]);
  });

  it("[T-060] lets the old one go on with lists and answers, and nothing asks for an answer of the new one", async () => {
    const first = (await publishedCrl(world.deps.db, "root-1"))?.version;
    world.wait(31 * 86_400_000);
    await ensureHierarchy(world.deps);
    expect((await publishedCrl(world.deps.db, "root-1"))?.version).not.toBe(first);
    const about = async (root: string, ca: string) =>
      (
        await points.openssl(
          ...["ocsp", "-issuer", `${root}.pem`, "-cert", `${ca}.pem`, "-url", `${points.url}/pki/ocsp`, "-noverify"],
        )
      ).said;
    expect(await about("root-1", "issuing-1")).toMatch(/issuing-1\.pem:[\s\S]*good/);
    expect(await about(newRoot, "issuing-2")).toContain("unauthorized");
    const { said } = await points.openssl("x509", "-in", "issuing-2.pem", "-noout", "-ocsp_uri");
    expect(said.trim()).toBe("");
    expect((await crossCheck(world.deps)).faults).toEqual([]);
  });
});
