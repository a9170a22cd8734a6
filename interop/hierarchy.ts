/** A throw-away trust hierarchy, valid now, made with the kernel for one run: root, issuing CA, OCSP signer, time-stamping unit, people. */
import { randomBytes } from "node:crypto";
import {
  type CertificateProfile,
  issuingCaProfile,
  ocspSignerProfile,
  personProfile,
  rootProfile,
  tsuProfile,
} from "@siegel/kernel/x509/profiles.ts";
import type { SigningAlgorithm } from "@siegel/kernel/x509/signature-algorithm.ts";
import { type Identity, makeIdentity } from "../fixtures/hierarchy.ts";

/** Everybody who signs anything. */
export type Hierarchy = {
  readonly root: Identity;
  readonly ca: Identity;
  readonly ocspSigner: Identity;
  readonly tsu: Identity;
  readonly issuePerson: (algorithm: SigningAlgorithm, name: string) => Promise<Identity>;
};

/** Time-stamp policy of the throw-away unit: best practice (EN 319 421 §5.2). */
export const timestampPolicy = "0.4.0.2023.1.1";
/** An arc of nobody, for the people's certificates. */
const personPolicy = "2.25.1";

const day = 86_400_000;
const urls = {
  caIssuersUrl: "http://ca.invalid/ca.cer",
  ocspUrl: "http://ca.invalid/ocsp",
  crlUrl: "http://ca.invalid/ca.crl",
};

/** Makes all of it, valid around `at`. */
export async function makeHierarchy(at: Date): Promise<Hierarchy> {
  const name = (commonName: string) => ({ country: "DE", organisation: "Prüfstand", commonName });
  const root = await makeHolder("ecdsa-p384-sha384", null, (key) =>
    rootProfile({ ...key, ...valid(at, 3_650), subject: name("Prüfstand Root") }),
  );
  const ca = await makeHolder("ecdsa-p384-sha384", root, (key) =>
    issuingCaProfile({
      ...key,
      ...valid(at, 1_825),
      issuer: root.certificate,
      subject: name("Prüfstand CA"),
      urls: { ...urls, ocspUrl: null },
    }),
  );
  const issued = { issuer: ca.certificate };
  const ocspSigner = await makeHolder("ecdsa-p256-sha256", ca, (key) =>
    ocspSignerProfile({
      ...key,
      ...issued,
      ...valid(at, 30),
      subject: name("Prüfstand OCSP"),
      caIssuersUrl: urls.caIssuersUrl,
    }),
  );
  const tsu = await makeHolder("ecdsa-p256-sha256", ca, (key) =>
    tsuProfile({ ...key, ...issued, ...valid(at, 365), subject: name("Prüfstand TSU"), urls, policy: timestampPolicy }),
  );
  const issuePerson = (algorithm: SigningAlgorithm, commonName: string) =>
    makeHolder(algorithm, ca, (key) =>
      personProfile({
        ...key,
        ...issued,
        ...valid(at, 365),
        subject: personName(commonName),
        urls,
        policy: personPolicy,
      }),
    );
  return { root, ca, ocspSigner, tsu, issuePerson };
}

const valid = (at: Date, days: number) => ({
  notBefore: new Date(Math.floor(at.getTime() / 1_000) * 1_000 - 60_000),
  notAfter: new Date(Math.floor(at.getTime() / 1_000) * 1_000 + days * day),
});

const personName = (commonName: string) => {
  const [givenName = "", surname = ""] = commonName.split(" ");
  return { country: "DE", commonName, givenName, surname, serialNumber: randomBytes(8).toString("hex") };
};

type KeyRequest = { readonly serialNumber: Uint8Array; readonly subjectPublicKeyInfo: Uint8Array };

const makeHolder = (
  algorithm: SigningAlgorithm,
  issuer: Identity | null,
  profileOf: (key: KeyRequest) => CertificateProfile,
): Promise<Identity> =>
  makeIdentity(
    algorithm,
    (subjectPublicKeyInfo) => profileOf({ serialNumber: new Uint8Array(randomBytes(16)), subjectPublicKeyInfo }),
    issuer?.signer ?? "self",
  );
