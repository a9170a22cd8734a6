import { beforeAll, describe, expect, it } from "vitest";
import {
  daysFromNow,
  type Hierarchy,
  type Identity,
  makeHierarchy,
  makeIdentity,
  makeKey,
  NOW,
  requestFor,
  TEST_POLICY,
  URLS,
} from "../../../fixtures/hierarchy.ts";
import { encodeNull, encodeSequence } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { parseCertificate } from "./certificate.ts";
import { checkChain } from "./chain.ts";
import { caBasicConstraints, keyUsage, subjectKeyIdentifier } from "./encode-extensions.ts";
import type { Extension } from "./extensions.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { type CertificateProfile, issuingCaProfile, personProfile, rootProfile } from "./profiles.ts";

let tree: Hierarchy;
let rsa: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p384-sha384");
  rsa = await makeHierarchy("rsa-pss-sha256");
});

const serviceName = (commonName: string) => ({ country: "DE", organisation: "O", commonName });
const erika = { country: "DE", commonName: "E", givenName: "E", surname: "M", serialNumber: "1" };

const caUnder = (issuer: Identity, change: (profile: CertificateProfile) => CertificateProfile = (same) => same) =>
  makeIdentity(
    "ecdsa-p256-sha256",
    (spki) =>
      change(
        issuingCaProfile({
          ...requestFor(spki, 2),
          issuer: issuer.certificate,
          subject: serviceName("Sub CA"),
          urls: URLS,
        }),
      ),
    issuer.signer,
  );

const personUnder = (issuer: Identity, change: (profile: CertificateProfile) => CertificateProfile = (same) => same) =>
  makeIdentity(
    "ecdsa-p256-sha256",
    (spki) =>
      change(
        personProfile({
          ...requestFor(spki, 1),
          issuer: issuer.certificate,
          subject: erika,
          urls: URLS,
          policy: TEST_POLICY,
        }),
      ),
    issuer.signer,
  );

const withExtension = (extension: Extension) => (profile: CertificateProfile) => ({
  ...profile,
  extensions: [...profile.extensions.filter(({ oid }) => oid !== extension.oid), extension],
});

const ask = (certificate: Identity, intermediates: readonly Identity[], anchors: readonly Identity[], at = NOW) =>
  checkChain({
    certificate: certificate.certificate,
    intermediates: intermediates.map((identity) => identity.certificate),
    anchors: anchors.map((identity) => identity.certificate),
    at,
  });

const codeOf = (check: ReturnType<typeof ask>) => (check.ok ? "ok" : check.code);

describe("checkChain", () => {
  it("finds the path to the anchor, in whatever order the certificates come", () => {
    for (const { root, issuingCa, person, tsu } of [tree, rsa]) {
      const check = ask(person, [tsu, issuingCa, root], [root]);
      expect(check.ok && check.chain.map(({ fingerprint }) => fingerprint)).toEqual(
        [person, issuingCa, root].map(({ certificate }) => certificate.fingerprint),
      );
    }
    expect(codeOf(ask(tree.root, [], [tree.root]))).toBe("ok");
    expect(codeOf(ask(tree.person, [], [tree.issuingCa]))).toBe("ok");
  });

  it("holds from notBefore to notAfter, both included", () => {
    const { root, issuingCa, person } = tree;
    const { notBefore, notAfter } = person.certificate;
    const at = (time: Date, ms = 0) => codeOf(ask(person, [issuingCa], [root], new Date(time.getTime() + ms)));
    expect([at(notBefore, -1), at(notBefore), at(notAfter), at(notAfter, 1)]).toEqual([
      "not-yet-valid",
      "ok",
      "ok",
      "expired",
    ]);
  });

  it("refuses a certificate nobody trusted issued", () => {
    const { issuingCa, person } = tree;
    expect(codeOf(ask(person, [issuingCa], [rsa.root]))).toBe("no-issuer-found");
    expect(codeOf(ask(person, [], [tree.root]))).toBe("no-issuer-found");
    expect(codeOf(ask(tree.root, [tree.root], []))).toBe("no-issuer-found");
  });

  it("refuses a signature by another key of the same name", async () => {
    const forger = { ...tree.issuingCa, signer: makeKey("ecdsa-p384-sha384").signer };
    const forged = await personUnder(forger);
    expect(codeOf(ask(forged, [tree.issuingCa], [tree.root]))).toBe("bad-signature");
  });

  it("refuses a key of the same name and identifier, also after the right key was found", async () => {
    const { subject, subjectKeyIdentifier: identifier } = tree.issuingCa.certificate;
    if (identifier === null) throw new Error("a CA has a key identifier");
    const profileOf = (spki: Uint8Array) => rootProfile({ ...requestFor(spki), subject: serviceName("irrelevant") });
    const named = withExtension(subjectKeyIdentifier(identifier));
    const forger = await makeIdentity(
      "ecdsa-p384-sha384",
      (spki) => ({ ...named(profileOf(spki)), issuer: subject, subject }),
      "self",
    );
    expect(codeOf(ask(tree.person, [tree.issuingCa], [tree.root]))).toBe("ok");
    expect(codeOf(ask(tree.person, [], [forger]))).toBe("bad-signature");
  });

  it("refuses a changed certificate", () => {
    const der = tree.person.certificate.der.slice();
    const at = Buffer.from(der).indexOf("S-0001");
    der[at + 5] = "2".charCodeAt(0);
    const changed = { ...tree.person, certificate: parseCertificate(der) };
    expect(codeOf(ask(changed, [tree.issuingCa], [tree.root]))).toBe("bad-signature");
  });

  it("refuses an expired intermediate or anchor", async () => {
    const short = await caUnder(tree.root, (profile) => ({ ...profile, notAfter: daysFromNow(10) }));
    const outliving = await makeIdentity(
      "ecdsa-p256-sha256",
      (spki) => ({ ...personTemplate(short, spki), notAfter: daysFromNow(300) }),
      short.signer,
    );
    expect(codeOf(ask(outliving, [short], [tree.root], daysFromNow(20)))).toBe("expired");
    expect(codeOf(ask(outliving, [], [short], daysFromNow(20)))).toBe("expired");
  });

  const personTemplate = (issuer: Identity, spki: Uint8Array) =>
    personProfile({
      ...requestFor(spki, 0.01),
      issuer: issuer.certificate,
      subject: erika,
      urls: URLS,
      policy: TEST_POLICY,
    });

  it("refuses an end entity that plays CA", async () => {
    const person = tree.person;
    const der = await issueCertificate(
      {
        ...personTemplate(tree.issuingCa, makeKey("ecdsa-p256-sha256").spki),
        issuer: person.certificate.subject,
        extensions: [keyUsage("nonRepudiation")],
      },
      person.signer,
    );
    const fake = { ...person, certificate: parseCertificate(der) };
    expect(codeOf(ask(fake, [person, tree.issuingCa], [tree.root]))).toBe("issuer-is-no-ca");
  });

  it("refuses an intermediate that says it is no CA, though its key may sign certificates", async () => {
    const cAFalse = { oid: OID.basicConstraints, critical: true, value: encodeSequence() };
    const said = await caUnder(tree.root, withExtension(cAFalse));
    // The house would not issue under it.
    const issuing = { ...said.certificate, basicConstraints: { ca: true, pathLength: 0 } };
    const person = await personUnder({ ...said, certificate: issuing });
    expect(codeOf(ask(person, [said], [tree.root]))).toBe("issuer-is-no-ca");
  });

  it("refuses a CA that may not sign certificates", async () => {
    const ca = await caUnder(tree.root, withExtension(keyUsage("cRLSign")));
    expect(codeOf(ask(await personUnder(ca), [ca], [tree.root]))).toBe("issuer-may-not-sign-certificates");
  });

  it("refuses a CA below one that allows none", async () => {
    const below = await caUnder(tree.issuingCa);
    const person = await personUnder(below);
    expect(codeOf(ask(person, [below, tree.issuingCa], [tree.root]))).toBe("path-too-long");
    const roomy = await caUnder(tree.root, withExtension(caBasicConstraints(1)));
    const second = await caUnder(roomy, withExtension(caBasicConstraints(0)));
    expect(codeOf(ask(await personUnder(second), [second, roomy], [tree.root]))).toBe("ok");
  });

  it("refuses critical extensions it does not understand, anywhere on the path", async () => {
    const strange = { oid: "2.999.5", critical: true, value: encodeNull() };
    const person = await personUnder(tree.issuingCa, withExtension(strange));
    expect(codeOf(ask(person, [tree.issuingCa], [tree.root]))).toBe("unknown-critical-extension");
    const nameConstraints = { oid: "2.5.29.30", critical: true, value: encodeNull() };
    const ca = await caUnder(tree.root, withExtension(nameConstraints));
    expect(codeOf(ask(await personUnder(ca), [ca], [tree.root]))).toBe("unknown-critical-extension");
    const harmless = await personUnder(tree.issuingCa, withExtension({ ...strange, critical: false }));
    expect(codeOf(ask(harmless, [tree.issuingCa], [tree.root]))).toBe("ok");
  });

  it("takes the issuer with the right key when several have the name", async () => {
    const renewed = await makeIdentity(
      "ecdsa-p384-sha384",
      (spki) =>
        issuingCaProfile({
          ...requestFor(spki, 2),
          issuer: tree.root.certificate,
          subject: serviceName("irrelevant"),
          urls: URLS,
        }),
      tree.root.signer,
    );
    const sameName = {
      ...renewed,
      certificate: { ...renewed.certificate, subject: tree.issuingCa.certificate.subject },
    };
    expect(codeOf(ask(tree.person, [sameName, tree.issuingCa], [tree.root]))).toBe("ok");
    expect(codeOf(ask(tree.person, [sameName], [tree.root]))).toBe("no-issuer-found");
  });

  it("ends on a ring of CAs and on too many certificates", async () => {
    const a = makeKey("ecdsa-p256-sha256");
    const ring = (spki: Uint8Array) => ({
      ...issuingCaProfile({
        ...requestFor(spki),
        issuer: tree.root.certificate,
        subject: serviceName("Ring"),
        urls: URLS,
      }),
      issuer: personTemplate(tree.issuingCa, spki).subject,
      extensions: [caBasicConstraints(null), keyUsage("keyCertSign")],
    });
    const one = parseCertificate(await issueCertificate(ring(a.spki), a.signer));
    const two = { ...one, subject: one.issuer, issuer: one.subject, fingerprint: new Uint8Array(32) };
    const check = checkChain({
      certificate: one,
      intermediates: [two, one],
      anchors: [tree.root.certificate],
      at: NOW,
    });
    expect(check.ok).toBe(false);
    const b = makeKey("ecdsa-p256-sha256");
    const mesh = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const profile = ring(b.spki);
        const der = await issueCertificate({ ...profile, issuer: profile.subject }, b.signer);
        return { ...tree.issuingCa, certificate: parseCertificate(der) };
      }),
    );
    expect(codeOf(ask(mesh[0] ?? tree.person, mesh, [tree.root]))).toBe("too-many-certificates");
    const flood = Array.from({ length: 65 }, () => tree.issuingCa);
    expect(codeOf(ask(tree.person, flood, [tree.root]))).toBe("too-many-certificates");
  });
});
