/** Names and lives of the authority's units, once (standards §2.2, §2.4, §2.5, §2.6). */
import { short_term_minutes } from "@siegel/contract/identification.ts";
import type { UnitRole } from "../../db/authority-tables.ts";
import type { CertificateLevel } from "../../db/certificates-tables.ts";
import type { KeyKind } from "../../ports/keys.ts";

const DAY_MS = 24 * 3_600_000;

/** Who answers for the certificates of each CA: a responder speaks for the CA that issued it and for no other (RFC 6960 §4.2.2.2). */
export const responderOf = {
  root: "root-ocsp-signer",
  "issuing-ca": "ocsp-signer",
  "qualified-ca": "ocsp-signer",
} as const satisfies Partial<Record<UnitRole, UnitRole>>;

/** A role that issues certificates. */
export type CaRole = keyof typeof responderOf;
/** A role that answers for one CA. */
export type ResponderRole = (typeof responderOf)[CaRole];
/** A role that one unit does at a time. */
export type SoleRole = Exclude<UnitRole, ResponderRole>;

/** Every role that issues certificates, issuers first. */
export const caRoles = Object.keys(responderOf) as readonly CaRole[];

/** Roles that issue to signers and to our own units. */
export const issuingRoles = ["issuing-ca", "qualified-ca"] as const satisfies readonly CaRole[];
/** One of them. */
export type IssuingRole = (typeof issuingRoles)[number];

/** What a unit is made of: its key, how long it lives, and when a successor is due. */
export type UnitRule = { readonly keyKind: KeyKind; readonly lifeMs: number; readonly renewBeforeMs: number };

/** What an end entity's certificate is made of. `name` is what the issuance table calls it. */
export type EndEntityProfile = {
  readonly name: string;
  readonly issuer: CaRole;
  readonly lifeMs: number;
  /** Whether it states what the configuration says about being qualified (EN 319 412-5). */
  readonly statesQualified: boolean;
  /** Whether it lives so short that it is never revoked. */
  readonly isShortTerm: boolean;
};

/** How long an end entity's certificate lives: `short-term` after an identification by video. */
export type CertificateLife = "long-term" | "short-term";

const advanced = {
  issuer: "issuing-ca",
  lifeMs: 2 * 365 * DAY_MS,
  statesQualified: false,
  isShortTerm: false,
} as const;
const qualified = {
  issuer: "qualified-ca",
  lifeMs: 5 * 365 * DAY_MS,
  statesQualified: true,
  isShortTerm: false,
} as const;

/** Certificates of signers by whose they are and their level: NCP, QCP-n, QCP-l. All keys are P-256. */
export const endEntityProfiles = {
  person: { aes: { ...advanced, name: "person" }, qes: { ...qualified, name: "qualified-person" } },
  organisation: { aes: { ...advanced, name: "organisation" }, qes: { ...qualified, name: "qualified-organisation" } },
} as const satisfies Record<"person" | "organisation", Record<CertificateLevel, EndEntityProfile>>;

/** notBefore lies this much in the past, so that a verifier's slow clock does not refuse a certificate just made. */
export const backdateMs = 5 * 60_000;

// From notBefore to notAfter less than a day, which is the time in which a revocation has to be visible (EN 319 412-1 §3.1).
const shortTerm = { ...qualified, lifeMs: short_term_minutes * 60_000 - backdateMs, isShortTerm: true } as const;

/** The same of somebody who was identified by video (decisions.md §7). */
export const shortTermProfiles = {
  person: { ...shortTerm, name: "short-term-person" },
  organisation: { ...shortTerm, name: "short-term-organisation" },
} as const satisfies Record<"person" | "organisation", EndEntityProfile>;

/** What the issuance table calls the profiles of certificates that are never revoked. */
export const shortTermNames: readonly string[] = Object.values(shortTermProfiles).map((profile) => profile.name);

/** The same of those that live long enough to be revoked. */
export const revocableNames: readonly string[] = Object.values(endEntityProfiles).flatMap((levels) =>
  Object.values(levels).map((profile) => profile.name),
);

/** Whether the issuance table's name of a profile is that of a certificate that is never revoked. */
export const isShortTermProfile = (name: string): boolean => shortTermNames.includes(name);

const tsuLifeMs = 6 * 365 * DAY_MS;
// Time for a successor to be made in, although nobody looks after the service.
const caReserveMs = 90 * DAY_MS;

/**
 * Shell model: no unit outlives its issuer, so the lives fall from top to bottom. An issuing CA has a successor while the longest life of
 * what it issues still fits into its own: else certificates would be cut short. The root has none before its end, since everybody who
 * trusts it has to be told: in its last years what is issued lives shorter.
 */
export const unitRules: Record<UnitRole, UnitRule> = {
  root: { keyKind: "p384", lifeMs: 20 * 365 * DAY_MS, renewBeforeMs: 0 },
  "issuing-ca": { keyKind: "p384", lifeMs: 10 * 365 * DAY_MS, renewBeforeMs: tsuLifeMs + caReserveMs },
  "qualified-ca": { keyKind: "p384", lifeMs: 10 * 365 * DAY_MS, renewBeforeMs: qualified.lifeMs + caReserveMs },
  // id-pkix-ocsp-nocheck: it cannot be revoked, so it is valid for a short time (RFC 6960 §4.2.2.2.1).
  "root-ocsp-signer": { keyKind: "p256", lifeMs: 30 * DAY_MS, renewBeforeMs: 10 * DAY_MS },
  "ocsp-signer": { keyKind: "p256", lifeMs: 30 * DAY_MS, renewBeforeMs: 10 * DAY_MS },
  // The certificate outlives its key's use by five years, so that a token can be verified as long; a successor comes a month before that use ends.
  tsu: { keyKind: "p256", lifeMs: tsuLifeMs, renewBeforeMs: (5 * 365 + 30) * DAY_MS },
  "service-seal": { keyKind: "p256", lifeMs: 3 * 365 * DAY_MS, renewBeforeMs: 90 * DAY_MS },
};

/** How long a time-stamping unit's key is used (ETSI EN 319 421 TIS-7.6.7, TIS-7.7.1-09). */
const tsuKeyUseMs = 365 * DAY_MS;

/** The moment from which on a time-stamping unit's key signs nothing any more. */
export const keyUseEnd = (unit: { readonly notBefore: Date; readonly notAfter: Date }): Date =>
  new Date(Math.min(unit.notBefore.getTime() + tsuKeyUseMs, unit.notAfter.getTime()));

/** ETSI EN 319 411-1 CSS-6.3.9-05: at least every 24 h; a half is kept in reserve. */
export const crlEveryMs = DAY_MS / 2;
/** How long a CRL of the issuing CA stays current. */
export const crlLifeMs = 3 * DAY_MS;
/** ETSI EN 319 411-1 CSS-6.3.9-12: a root's list at least yearly. */
export const arlEveryMs = 30 * DAY_MS;
/** How long the root's list stays current. */
export const arlLifeMs = 180 * DAY_MS;
/** The same of a root whose key is kept outside: CSS-6.3.9-12 allows a year, and each list is a ceremony. */
export const rootListLifeMs = 365 * DAY_MS;
/** So long before a root's list outside ends somebody is told to make the next. */
export const rootListWarningMs = 30 * DAY_MS;
/** So long before a CA needs a successor from a root outside somebody is told. */
export const ceremonyAheadMs = 90 * DAY_MS;
/** A CA this close to its end publishes its last list: a list is signed while the CA's certificate is valid. The upkeep comes twice in that time. */
export const lastListWithinMs = 25 * 60_000;
/** nextUpdate of a CA's last list: there will be no other (RFC 5280 §4.1.2.5, ETSI EN 319 411-1 CSS-6.3.9). */
export const noNextUpdate = new Date("9999-12-31T23:59:59Z");
/** How long an OCSP answer stays current. */
export const ocspLifeMs = 3_600_000;

/** Best practices time-stamp policy (ETSI EN 319 421 §5.2), asserted until the provider has an arc of its own. */
export const timestampPolicy = "0.4.0.2023.1.1";

/** Bytes of an OCSP request or timestamp query that are read at most. */
export const requestBytesMax = 16 * 1024;
