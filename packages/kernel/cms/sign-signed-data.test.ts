import { beforeAll, describe, expect, it } from "vitest";
import { message, signMessageDetached } from "../../../fixtures/detached-signature.ts";
import { type Hierarchy, type Identity, makeHierarchy, makeKey } from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, pem, tryOpenssl } from "../../../fixtures/openssl.ts";
import { TAG } from "../asn1/der.ts";
import { OID } from "../asn1/oids.ts";
import type { Certificate } from "../x509/certificate.ts";
import { digestOf, type SigningAlgorithm } from "../x509/signature-algorithm.ts";
import { buildSignedAttributes, SigningRefusal, signSignedData } from "./sign-signed-data.ts";
import { parseSignedData, singleValue } from "./signed-data.ts";
import { essMatches, parseSigningCertificate } from "./signing-certificate.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

const sign = (by: Identity = tree.person, chain: readonly Certificate[] = [tree.issuingCa.certificate]) =>
  signMessageDetached(by, chain);

describe("signSignedData", () => {
  it("writes the PAdES profile: three signed attributes, no signing-time, one SignerInfo, nothing encapsulated", async () => {
    const { signerInfo, ...signedData } = parseSignedData(await sign());
    expect(signedData).toMatchObject({ contentType: OID.data, content: null });
    expect(signerInfo.signedAttributes.map(({ oid }) => oid).sort()).toEqual(
      [OID.contentType, OID.messageDigest, OID.signingCertificateV2].sort(),
    );
    expect(signerInfo.unsignedAttributes).toEqual([]);
    const ess = singleValue(signerInfo.signedAttributes, OID.signingCertificateV2);
    const certId = parseSigningCertificate(ess ?? new Uint8Array(0));
    expect(certId.issuerSerial?.issuer).toEqual(tree.person.certificate.issuer);
    expect(essMatches(certId, tree.person.certificate)).toBe(true);
    expect(essMatches(certId, tree.tsu.certificate)).toBe(false);
  });

  it("sends the chain along once, whatever was passed", async () => {
    const { person, issuingCa } = tree;
    const cms = await sign(person, [issuingCa.certificate, person.certificate, issuingCa.certificate]);
    expect(parseSignedData(cms).certificates).toHaveLength(2);
  });

  it("signs exactly the attributes it sends, under the SET tag", async () => {
    const { signerInfo } = parseSignedData(await sign());
    const messageDigest = digestOf("sha256", message);
    const built = buildSignedAttributes({ contentType: OID.data, messageDigest, certificate: tree.person.certificate });
    expect(signerInfo.signedAttributesDer).toEqual(built);
    expect(built[0]).toBe(TAG.set);
  });

  it("[T-007] refuses a key that does not match the certificate", async () => {
    const stranger = { ...tree.person, signer: makeKey("ecdsa-p256-sha256").signer };
    await expect(sign(stranger)).rejects.toThrow(expect.objectContaining({ code: "key-mismatch" }));
    await expect(sign(stranger)).rejects.toThrow(SigningRefusal);
  });

  it("[T-007] refuses a signer whose device answers with rubbish", async () => {
    const broken = { ...tree.person, signer: { ...tree.person.signer, sign: async () => new Uint8Array(64) } };
    await expect(sign(broken)).rejects.toThrow(expect.objectContaining({ code: "key-mismatch" }));
  });

  it("[T-007] refuses another kind of key before it is used", async () => {
    let used = false;
    const { signer } = makeKey("ecdsa-p384-sha384");
    const watched = async () => {
      used = true;
      return new Uint8Array(1);
    };
    const other = { ...tree.person, signer: { ...signer, sign: watched } };
    await expect(sign(other)).rejects.toThrow(expect.objectContaining({ code: "algorithm-mismatch" }));
    expect(used).toBe(false);
  });

  it("refuses a digest of another algorithm or length", async () => {
    const { signer, certificate } = tree.person;
    const contents = [
      { kind: "detached", digest: digestOf("sha384", message), digestAlgorithm: "sha384" },
      { kind: "detached", digest: new Uint8Array(20), digestAlgorithm: "sha256" },
    ] as const;
    for (const content of contents) {
      const made = signSignedData({ content, signer, certificate, chain: [] });
      await expect(made).rejects.toThrow(expect.objectContaining({ code: "digest-mismatch" }));
    }
  });

  it("lets the failure of a signer through", async () => {
    const gone = new Error("no session with the key");
    const signer = { ...tree.person.signer, sign: () => Promise.reject(gone) };
    await expect(sign({ ...tree.person, signer })).rejects.toBe(gone);
  });
});

const algorithms: SigningAlgorithm[] = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"];

describe.skipIf(!hasOpenssl)("openssl", () => {
  it.each(algorithms)("verifies a %s signature as CAdES, and not over other bytes", async (algorithm) => {
    const { root, issuingCa, person } = await makeHierarchy(algorithm);
    const cms = await sign(person, [issuingCa.certificate]);
    const files = {
      "s.der": cms,
      "m.bin": message,
      "o.bin": Buffer.from("other"),
      "root.pem": pem(root.certificate.der),
    };
    const args = [
      "cms",
      "-verify",
      "-inform",
      "DER",
      "-in",
      "s.der",
      "-binary",
      "-CAfile",
      "root.pem",
      "-purpose",
      "any",
    ];
    const rest = ["-cades", "-no_check_time", "-out", "out.bin"];
    expect(openssl([...args, ...rest, "-content", "m.bin"], files)).toContain("Verification successful");
    expect(tryOpenssl([...args, ...rest, "-content", "o.bin"], files).status).not.toBe(0);
  });
});
