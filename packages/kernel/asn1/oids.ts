// Every object identifier that the kernel knows, by its name in the standard (RFC 5280, 5652, 5758, 8017, 3161, 6960,
// 9608; ETSI EN 319 411-1, 412-1, 412-5).

/** Object identifiers by name. */
export const OID = {
  // Attribute types, X.520.
  commonName: "2.5.4.3",
  surname: "2.5.4.4",
  serialNumber: "2.5.4.5",
  countryName: "2.5.4.6",
  localityName: "2.5.4.7",
  stateOrProvinceName: "2.5.4.8",
  streetAddress: "2.5.4.9",
  organizationName: "2.5.4.10",
  organizationalUnitName: "2.5.4.11",
  title: "2.5.4.12",
  givenName: "2.5.4.42",
  pseudonym: "2.5.4.65",
  organizationIdentifier: "2.5.4.97",
  domainComponent: "0.9.2342.19200300.100.1.25",
  userId: "0.9.2342.19200300.100.1.1",
  emailAddress: "1.2.840.113549.1.9.1",
  // Keys, signatures, digests.
  rsaEncryption: "1.2.840.113549.1.1.1",
  mgf1: "1.2.840.113549.1.1.8",
  rsassaPss: "1.2.840.113549.1.1.10",
  sha256WithRsaEncryption: "1.2.840.113549.1.1.11",
  sha384WithRsaEncryption: "1.2.840.113549.1.1.12",
  sha512WithRsaEncryption: "1.2.840.113549.1.1.13",
  ecPublicKey: "1.2.840.10045.2.1",
  prime256v1: "1.2.840.10045.3.1.7",
  secp384r1: "1.3.132.0.34",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  ecdsaWithSha384: "1.2.840.10045.4.3.3",
  sha1: "1.3.14.3.2.26",
  sha256: "2.16.840.1.101.3.4.2.1",
  sha384: "2.16.840.1.101.3.4.2.2",
  sha512: "2.16.840.1.101.3.4.2.3",
  // Encrypted private keys, RFC 8018 and RFC 7914.
  pbes2: "1.2.840.113549.1.5.13",
  scrypt: "1.3.6.1.4.1.11591.4.11",
  aes256Cbc: "2.16.840.1.101.3.4.1.42",
  // Certificate extensions, RFC 5280 §4.2.
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  issuerAltName: "2.5.29.18",
  basicConstraints: "2.5.29.19",
  crlNumber: "2.5.29.20",
  crlReason: "2.5.29.21",
  invalidityDate: "2.5.29.24",
  issuingDistributionPoint: "2.5.29.28",
  certificatePolicies: "2.5.29.32",
  anyPolicy: "2.5.29.32.0",
  authorityKeyIdentifier: "2.5.29.35",
  extKeyUsage: "2.5.29.37",
  crlDistributionPoints: "2.5.29.31",
  noRevAvail: "2.5.29.56",
  expiredCertsOnCrl: "2.5.29.60",
  authorityInfoAccess: "1.3.6.1.5.5.7.1.1",
  qcStatements: "1.3.6.1.5.5.7.1.3",
  // Extended key usages.
  timeStamping: "1.3.6.1.5.5.7.3.8",
  ocspSigning: "1.3.6.1.5.5.7.3.9",
  documentSigning: "1.3.6.1.5.5.7.3.36",
  // Access methods and OCSP, RFC 6960.
  ocsp: "1.3.6.1.5.5.7.48.1",
  ocspBasic: "1.3.6.1.5.5.7.48.1.1",
  ocspNonce: "1.3.6.1.5.5.7.48.1.2",
  ocspNoCheck: "1.3.6.1.5.5.7.48.1.5",
  /** ext-etsi-valassured-ST-certs (ETSI EN 319 412-1 §5.2.2). */
  validityAssuredShortTerm: "0.4.0.194121.2.1",
  ocspArchiveCutoff: "1.3.6.1.5.5.7.48.1.6",
  caIssuers: "1.3.6.1.5.5.7.48.2",
  // Policies, ETSI EN 319 411-1 §5.3 and EN 319 421.
  ncp: "0.4.0.2042.1.1",
  ncpPlus: "0.4.0.2042.1.2",
  lcp: "0.4.0.2042.1.3",
  // Policies of qualified certificates, ETSI EN 319 411-2 §5.3, and what those state, EN 319 412-5.
  qcpNatural: "0.4.0.194112.1.0",
  qcpLegal: "0.4.0.194112.1.1",
  qcpNaturalQscd: "0.4.0.194112.1.2",
  qcpLegalQscd: "0.4.0.194112.1.3",
  qcCompliance: "0.4.0.1862.1.1",
  qcSscd: "0.4.0.1862.1.4",
  qcPds: "0.4.0.1862.1.5",
  qcType: "0.4.0.1862.1.6",
  qcTypeEsign: "0.4.0.1862.1.6.1",
  qcTypeEseal: "0.4.0.1862.1.6.2",
  bestPracticesTimestampPolicy: "0.4.0.2023.1.1",
  // CMS, RFC 5652, RFC 5035, RFC 3161.
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  tstInfo: "1.2.840.113549.1.9.16.1.4",
  signatureTimeStampToken: "1.2.840.113549.1.9.16.2.14",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
} as const;

/** Name of an object identifier the kernel knows. */
export type OidName = keyof typeof OID;

const namesByOid = new Map<string, OidName>();
for (const name of Object.keys(OID) as OidName[]) namesByOid.set(OID[name], name);

/** The name of `oid`, or null when the kernel does not know it. */
export function oidName(oid: string): OidName | null {
  return namesByOid.get(oid) ?? null;
}
