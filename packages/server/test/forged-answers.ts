/** Answers of responders, lists and time-stamping units as an attacker or a broken service would give them, made with the world's own keys. */
import { issueCrl } from "@siegel/kernel/revocation/crl.ts";
import { parseOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { issueOcspResponse, type OcspAnswer, type OcspStatus } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseTimestampRequest, type TimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { grantTimestamp, issueTimestampToken } from "@siegel/kernel/timestamp/token.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { type CertificateProfile, ocspSignerProfile, tsuProfile } from "@siegel/kernel/x509/profiles.ts";
import type { Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import { type Hierarchy, makeHierarchy, makeIdentity, requestFor, URLS } from "../../../fixtures/hierarchy.ts";
import type { UnitRole } from "../db/authority-tables.ts";
import type { KeyId } from "../ports/keys.ts";
import { timestampPolicy } from "../rooms/authority/authority.ts";
import type { SigningWorld } from "./signing-world.ts";

/** A certificate and who signs under it. */
export type Unit = { readonly certificate: Certificate; readonly signer: Signer };

/** What is wrong about a status answer; times are seconds from now. */
export type OcspForgery = {
  readonly status?: OcspStatus;
  readonly thisUpdateS?: number;
  readonly nextUpdateS?: number;
  readonly nonce?: Uint8Array | null;
  readonly responder?: Unit;
  readonly about?: Certificate;
  /** Whose answers in the response are forged as to status, times and certificate; all, where this is left out. */
  readonly only?: (serialNumber: string) => boolean;
};

/** What is wrong about a list. */
export type CrlForgery = {
  readonly issuer?: Certificate;
  readonly signer?: Signer;
  readonly thisUpdateS?: number;
  readonly nextUpdateS?: number;
  readonly revoked?: Certificate;
};

/** What is wrong about a token; `asked` changes what the unit believes it was asked. */
export type TokenForgery = {
  readonly asked?: Partial<TimestampRequest>;
  readonly policy?: string;
  readonly genTimeS?: number;
  readonly unit?: Unit;
};

/** The forger: our own units by role, a hierarchy of somebody else, expired units of our own CA. */
export type Forge = {
  readonly own: (role: UnitRole) => Promise<Unit>;
  readonly foreign: Hierarchy;
  readonly expiredResponder: () => Promise<Unit>;
  readonly expiredTsu: () => Promise<Unit>;
  readonly ocsp: (request: Uint8Array, forgery: OcspForgery) => Promise<Uint8Array>;
  readonly crl: (forgery: CrlForgery) => Promise<Uint8Array>;
  readonly token: (request: Uint8Array, forgery: TokenForgery) => Promise<Uint8Array>;
};

/** Tokens of units that nobody may believe: what is wrong, how it is made, and the code it is refused with. */
export const tokensOfBadUnits: ReadonlyArray<
  readonly [what: string, make: (forge: Forge) => Promise<TokenForgery>, code: string]
> = [
  [
    "of a certificate that is no unit's",
    async (forge) => ({ unit: await forge.own("service-seal") }),
    "not-a-time-stamping-certificate",
  ],
  ["of a unit that has expired", async (forge) => ({ unit: await forge.expiredTsu() }), "untrusted-chain"],
];

/** `bytes` with one bit changed in the one at `at`. */
export const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  Uint8Array.from(bytes, (value, i) => (i === at ? value ^ 1 : value));

/** A token whose signature was changed: the value stands at the end of one without unsigned attributes. */
export const lastFlipped = (token: Uint8Array): Uint8Array => flipped(token, token.length - 1);

/** Opens the forge in a world. */
export async function openForge(world: SigningWorld): Promise<Forge> {
  const own = (role: UnitRole) => readUnit(world, role);
  const second = (s = 0) => new Date((Math.floor(world.deps.clock.now().getTime() / 1_000) + s) * 1_000);
  const expired = async (build: (issued: ExpiredRequest) => CertificateProfile): Promise<Unit> => {
    const ca = await own("issuing-ca");
    // Inside the CA's own validity, and over for a minute.
    const validity = { notBefore: ca.certificate.notBefore, notAfter: second(-61) };
    const subject = { country: "DE", organisation: "Testdienst", commonName: "Expired Unit" };
    return await makeIdentity(
      "ecdsa-p256-sha256",
      (spki) => build({ ...requestFor(spki), ...validity, subject, issuer: ca.certificate }),
      ca.signer,
    );
  };
  return {
    own,
    foreign: await makeHierarchy("ecdsa-p256-sha256", second()),
    expiredResponder: () => expired((issued) => ocspSignerProfile({ ...issued, caIssuersUrl: URLS.caIssuersUrl })),
    expiredTsu: () => expired((issued) => tsuProfile({ ...issued, urls: URLS, policy: timestampPolicy })),
    ocsp: async (request, forgery) => {
      const { certIds, nonce } = parseOcspRequest(request);
      const answers = certIds.map((certId): OcspAnswer => {
        const forged = forgery.only?.(certId.serialNumber) === false ? {} : forgery;
        const { status = { state: "good" }, thisUpdateS = 0, nextUpdateS = 3_600, about } = forged;
        return {
          certId: asIf(certId, about),
          status,
          thisUpdate: second(thisUpdateS),
          nextUpdate: second(nextUpdateS),
        };
      });
      const { certificate, signer } = forgery.responder ?? (await own("ocsp-signer"));
      const content = { responder: certificate, producedAt: second(), answers };
      return await issueOcspResponse(
        { ...content, nonce: forgery.nonce === undefined ? nonce : forgery.nonce },
        signer,
      );
    },
    crl: async (forgery) => {
      const root = await own("root");
      const { thisUpdateS = -60, nextUpdateS = 3_600, revoked } = forgery;
      const entry = (certificate: Certificate) => ({
        serialNumber: certificate.serialNumber,
        revokedAt: second(-60),
        reason: "keyCompromise" as const,
      });
      return await issueCrl(
        {
          issuer: forgery.issuer ?? root.certificate,
          crlNumber: 99n,
          thisUpdate: second(thisUpdateS),
          nextUpdate: second(nextUpdateS),
          revoked: revoked === undefined ? [] : [entry(revoked)],
        },
        forgery.signer ?? root.signer,
      );
    },
    token: async (der, { asked = {}, policy = timestampPolicy, genTimeS = 0, unit }) => {
      const reading = parseTimestampRequest(der);
      if (!reading.ok) throw new Error(reading.failure);
      const { certificate, signer } = unit ?? (await own("tsu"));
      const chain = [(await own("issuing-ca")).certificate];
      const request = { ...reading.request, policy: null, ...asked };
      const content = { request, policy, serialNumber: world.deps.random.bytes(16), certificate, chain };
      return grantTimestamp(await issueTimestampToken({ ...content, genTime: second(genTimeS) }, signer));
    },
  };
}

type ExpiredRequest = Omit<Parameters<typeof ocspSignerProfile>[0], "caIssuersUrl">;
type CertId = OcspAnswer["certId"];

// The CertID as it was asked, but for the serial number at its end.
function asIf(certId: CertId, about: Certificate | undefined): CertId {
  if (about === undefined) return certId;
  const kept = certId.der.length - certId.serialNumber.length / 2;
  const other = Buffer.from(about.serialNumber, "hex");
  if (other.length !== certId.serialNumber.length / 2) throw new Error("serial numbers of one length are exchanged");
  return { ...certId, der: new Uint8Array(Buffer.concat([certId.der.subarray(0, kept), other])) };
}

async function readUnit({ deps }: SigningWorld, role: UnitRole): Promise<Unit> {
  const row = await deps.db
    .selectFrom("authority_unit")
    .select(["certificate", "key_id"])
    .where("role", "=", role)
    .where("active", "=", true)
    .executeTakeFirstOrThrow();
  const signer = await deps.keys.signer(row.key_id as KeyId);
  return { certificate: parseCertificate(new Uint8Array(row.certificate)), signer };
}
