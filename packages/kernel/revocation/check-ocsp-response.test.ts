import { beforeAll, describe, expect, it } from "vitest";
import {
  daysFromNow,
  type Hierarchy,
  type Identity,
  makeHierarchy,
  makeIdentity,
  NOW,
  requestFor,
  URLS,
} from "../../../fixtures/hierarchy.ts";
import { parseDer } from "../asn1/der.ts";
import { encodeNull } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { keyUsage } from "../x509/encode-extensions.ts";
import type { Extension } from "../x509/extensions.ts";
import { type CertificateProfile, ocspSignerProfile } from "../x509/profiles.ts";
import type { Signer } from "../x509/signature-algorithm.ts";
import { checkOcspResponse, type OcspQuestion } from "./check-ocsp-response.ts";
import { type CertIdHash, encodeCertId, parseCertId } from "./ocsp-request.ts";
import { issueOcspResponse, type OcspStatus, ocspErrorResponse, parseOcspResponse } from "./ocsp-response.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

const GOOD: OcspStatus = { state: "good" };
const nonce = new Uint8Array(16).fill(9);

type Answering = {
  readonly about?: Identity;
  readonly status?: OcspStatus;
  readonly responder?: Identity;
  readonly hash?: CertIdHash;
  readonly signer?: Identity["signer"];
  readonly producedAt?: Date;
  readonly nextUpdate?: Date | null;
  readonly issuer?: Identity;
};

function answer(of: Answering = {}): Promise<Uint8Array> {
  const {
    about = tree.person,
    status = GOOD,
    responder = tree.ocspSigner,
    hash = "sha256",
    issuer = tree.issuingCa,
    producedAt = NOW,
  } = of;
  const certificate = about.certificate;
  const certId = parseCertId(parseDer(encodeCertId({ certificate, issuer: issuer.certificate }, hash)));
  const nextUpdate = of.nextUpdate === undefined ? daysFromNow(0.5) : of.nextUpdate;
  const answers = [{ certId, status, thisUpdate: NOW, nextUpdate }];
  return issueOcspResponse(
    { responder: responder.certificate, producedAt, answers, nonce, archiveCutoff: daysFromNow(-1) },
    of.signer ?? responder.signer,
  );
}

const ask = (der: Uint8Array, { response, ...change }: Partial<OcspQuestion> = {}) =>
  checkOcspResponse({
    response: response ?? parseOcspResponse(der),
    certificate: tree.person.certificate,
    issuer: tree.issuingCa.certificate,
    at: daysFromNow(0.1),
    nonce,
    ...change,
  });

const responderWith = (
  change: (profile: CertificateProfile) => CertificateProfile,
  by: { readonly certificate: Identity["certificate"]; readonly signer: Signer | "self" } = tree.issuingCa,
) =>
  makeIdentity(
    "ecdsa-p256-sha256",
    (spki) => {
      const subject = { country: "DE", organisation: "O", commonName: "Other responder" };
      const request = { ...requestFor(spki, 0.1), issuer: by.certificate, subject };
      return change(ocspSignerProfile({ ...request, caIssuersUrl: URLS.caIssuersUrl }));
    },
    by.signer,
  );
const without = (oid: string) => (profile: CertificateProfile) => ({
  ...profile,
  extensions: profile.extensions.filter((extension) => extension.oid !== oid),
});
const withExtension = (extension: Extension) => (profile: CertificateProfile) => ({
  ...profile,
  extensions: [...without(extension.oid)(profile).extensions, extension],
});

describe("checkOcspResponse", () => {
  it.each(["sha1", "sha256"] as const)("tells good from revoked, asked by %s", async (hash) => {
    expect(ask(await answer({ hash }))).toMatchObject({ ok: true, status: { state: "good" } });
    const revoked = { state: "revoked", revokedAt: daysFromNow(-1), reason: "superseded" } as const;
    expect(ask(await answer({ hash, status: revoked }))).toMatchObject({ ok: true, status: revoked });
    const unspecified = { ...revoked, reason: "unspecified" } as const;
    expect(ask(await answer({ hash, status: unspecified }))).toMatchObject({ ok: true, status: unspecified });
  });

  it("answers who signed, the delegate or the issuer itself", async () => {
    const delegated = ask(await answer());
    expect(delegated.ok && delegated.responder.fingerprint).toEqual(tree.ocspSigner.certificate.fingerprint);
    const direct = ask(await answer({ responder: tree.issuingCa }));
    expect(direct.ok && direct.responder.fingerprint).toEqual(tree.issuingCa.certificate.fingerprint);
  });

  const cases: { name: string; code: string; make: () => Promise<Uint8Array>; change?: () => Partial<OcspQuestion> }[] =
    [
      { name: "an error", code: "no-answer", make: async () => ocspErrorResponse("tryLater") },
      { name: "unknown", code: "unknown-certificate", make: () => answer({ status: { state: "unknown" } }) },
      { name: "another serial number", code: "other-certificate", make: () => answer({ about: tree.tsu }) },
      {
        name: "the same serial number of another issuer",
        code: "other-certificate",
        make: () => answer({ issuer: tree.root }),
      },
      {
        name: "an issuer that did not issue the certificate",
        code: "other-certificate",
        make: () => answer(),
        change: () => ({ issuer: tree.root.certificate }),
      },
      {
        name: "another nonce",
        code: "nonce-mismatch",
        make: () => answer(),
        change: () => ({ nonce: new Uint8Array(16) }),
      },
      {
        name: "a key the certificate is not for",
        code: "bad-signature",
        make: () => answer({ signer: tree.person.signer }),
      },
      {
        name: "a person as responder",
        code: "responder-not-authorised",
        make: () => answer({ responder: tree.person }),
      },
      {
        name: "a responder of another CA",
        code: "responder-not-authorised",
        make: async () => answer({ responder: (await makeHierarchy("ecdsa-p256-sha256")).ocspSigner }),
      },
      {
        name: "a responder the root delegated to",
        code: "responder-not-authorised",
        make: async () => answer({ responder: await responderWith((same) => same, tree.root) }),
      },
      {
        name: "a responder with nocheck but without the extended key usage",
        code: "responder-not-authorised",
        make: async () => answer({ responder: await responderWith(without(OID.extKeyUsage)) }),
      },
      {
        name: "a responder without nocheck",
        code: "responder-may-be-revoked",
        make: async () => answer({ responder: await responderWith(without(OID.ocspNoCheck)) }),
      },
      {
        name: "a responder that names the CA and its key, and has signed itself",
        code: "responder-not-authorised",
        make: async () =>
          answer({ responder: await responderWith((same) => same, { ...tree.issuingCa, signer: "self" }) }),
      },
      {
        name: "a responder that the CA's key has signed under another CA's name",
        code: "responder-not-authorised",
        make: async () =>
          answer({
            responder: await responderWith((profile) => ({ ...profile, issuer: tree.root.certificate.subject })),
          }),
      },
      {
        name: "a responder whose key is not for signing",
        code: "responder-not-authorised",
        make: async () => answer({ responder: await responderWith(withExtension(keyUsage("keyEncipherment"))) }),
      },
      {
        name: "a responder with a critical extension nobody knows",
        code: "responder-not-authorised",
        make: async () =>
          answer({
            responder: await responderWith(withExtension({ oid: "2.999.5", critical: true, value: encodeNull() })),
          }),
      },
      {
        name: "a responder whose certificate was not yet valid when it answered",
        code: "responder-not-valid",
        make: async () =>
          answer({ responder: await responderWith((profile) => ({ ...profile, notBefore: daysFromNow(0.05) })) }),
      },
      {
        name: "an answer made later about a status of today",
        code: "from-the-future",
        make: () => answer({ producedAt: daysFromNow(0.2) }),
      },
      {
        name: "an issuer that did not issue the certificate, and answers for its serial number",
        code: "other-certificate",
        make: () => answer({ issuer: tree.root, responder: tree.root }),
        change: () => ({ issuer: tree.root.certificate }),
      },
      {
        name: "an answer from later",
        code: "from-the-future",
        make: () => answer(),
        change: () => ({ at: daysFromNow(-0.1) }),
      },
      {
        name: "an answer that ran out",
        code: "expired",
        make: () => answer(),
        change: () => ({ at: daysFromNow(0.6) }),
      },
      {
        name: "an answer from before the timestamp",
        code: "too-old",
        make: () => answer({ nextUpdate: null }),
        change: () => ({ notBefore: new Date(NOW.getTime() + 1000) }),
      },
    ];
  it.each(cases)("[T-005] refuses $name with $code", async ({ code, make, change }) => {
    expect(ask(await make(), change?.())).toEqual({ ok: false, code });
  });

  it("refuses a responder whose certificate had run out when it answered", async () => {
    const late = daysFromNow(60);
    const certId = parseCertId(
      parseDer(encodeCertId({ certificate: tree.person.certificate, issuer: tree.issuingCa.certificate }, "sha1")),
    );
    const answers = [{ certId, status: GOOD, thisUpdate: late, nextUpdate: null }];
    const content = { responder: tree.ocspSigner.certificate, producedAt: late, answers, nonce: null };
    const der = await issueOcspResponse(content, tree.ocspSigner.signer);
    const check = checkOcspResponse({
      response: parseOcspResponse(der),
      certificate: tree.person.certificate,
      issuer: tree.issuingCa.certificate,
      at: daysFromNow(61),
    });
    expect(check).toEqual({ ok: false, code: "responder-not-valid" });
    expect(ask(der, { at: late })).toEqual({ ok: false, code: "nonce-mismatch" });
  });

  it("refuses a changed status", async () => {
    const der = (await answer()).slice();
    const at = Buffer.from(der).indexOf(Buffer.from("8000", "hex"));
    der[at] = 0x82;
    expect(ask(der)).toEqual({ ok: false, code: "bad-signature" });
  });

  it("cannot be asked about a response that was cut off", async () => {
    const der = await answer();
    for (let length = 0; length < der.length; length += 11)
      expect(() => parseOcspResponse(der.subarray(0, length))).toThrow();
  });
});

describe("a response about several certificates", () => {
  const revoked: OcspStatus = { state: "revoked", revokedAt: daysFromNow(-1), reason: "keyCompromise" };

  async function aboutTwo(signer = tree.ocspSigner.signer): Promise<Uint8Array> {
    const issuer = tree.issuingCa.certificate;
    const answers = [tree.person, tree.tsu].map(({ certificate }, i) => ({
      certId: parseCertId(parseDer(encodeCertId({ certificate, issuer }, "sha256"))),
      status: i === 0 ? GOOD : revoked,
      thisUpdate: NOW,
      nextUpdate: daysFromNow(0.5),
    }));
    return await issueOcspResponse({ responder: tree.ocspSigner.certificate, producedAt: NOW, answers, nonce }, signer);
  }

  it("says of each what it says of it, and nothing of a third", async () => {
    const response = parseOcspResponse(await aboutTwo());
    const about = ({ certificate }: Identity) => ask(new Uint8Array(), { response, certificate });
    expect(about(tree.person)).toMatchObject({ ok: true, status: { state: "good" } });
    expect(about(tree.tsu)).toMatchObject({ ok: true, status: { state: "revoked", reason: "keyCompromise" } });
    expect(about(tree.organisation)).toEqual({ ok: false, code: "other-certificate" });
  });

  it("is refused for each when its signature does not hold", async () => {
    const response = parseOcspResponse(await aboutTwo(tree.tsu.signer));
    for (const { certificate } of [tree.person, tree.tsu, tree.person])
      expect(ask(new Uint8Array(), { response, certificate })).toEqual({ ok: false, code: "bad-signature" });
  });

  it("is refused for other rules also after its signature was found good", async () => {
    const response = parseOcspResponse(await aboutTwo());
    expect(ask(new Uint8Array(), { response })).toMatchObject({ ok: true });
    expect(ask(new Uint8Array(), { response, at: daysFromNow(3) })).toEqual({ ok: false, code: "expired" });
    const issuer = tree.root.certificate;
    expect(ask(new Uint8Array(), { response, issuer })).toEqual({ ok: false, code: "other-certificate" });
  });
});
