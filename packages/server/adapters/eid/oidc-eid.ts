/**
 * ID cards read by an OpenID Connect issuer: it runs the eID-Server itself, and says in a signed ID token who held the card and how sure it
 * is (`acr`). Document claims are named as in OpenID Connect for Identity Assurance where it names them.
 */
import type { AssuranceLevel, IdentificationFault, IdentityDocumentKind } from "@siegel/contract/identification.ts";
import { ResponseBodyError } from "openid-client";
import { z } from "zod";
import type { Clock } from "../../ports/clock.ts";
import type { EidIssuer } from "../../ports/eid.ts";
import type { ProvenIdentity, ProviderAnswer } from "../../ports/proven-identity.ts";
import { countryField, isPast, knownDay, personName, wholeDay } from "../identity-fields.ts";
import { type IssuerAnswer, type IssuerSettings, meaningOf, openIssuer } from "../oidc/issuer.ts";

/** The issuer. `acr`: what it is asked for and must answer; null: level high in the words of BSI or eIDAS. */
export type EidIssuerSettings = IssuerSettings & { readonly acr: string | null; readonly clock: Clock };

/** TR-03107-1 and Commission Implementing Regulation (EU) 2015/1502. */
const acrs: Readonly<Record<AssuranceLevel, readonly string[]>> = {
  high: ["http://bsi.bund.de/eID/LoA/hoch", "http://eidas.europa.eu/LoA/high"],
  substantial: ["http://bsi.bund.de/eID/LoA/substantiell", "http://eidas.europa.eu/LoA/substantial"],
};

/** What ETSI TS 119 312 and the issuers have in common; others are not expected. */
const algorithms = ["ES256", "PS256", "RS256"];

/** Four answers at most (of itself, token, keys, UserInfo): all of them before another process takes its turn to ask (settle-check.ts). */
const request_timeout_ms = 4_000;

const essential = { essential: true };
/** Core §5.5; null: voluntary. The place of birth stays in the evidence: it tells apart people of one name. */
const asked_claims = JSON.stringify({
  id_token: {
    ...{ acr: null, given_name: essential, family_name: essential, birth_family_name: null, birthdate: essential },
    ...{ place_of_birth: null, nationalities: null },
    ...{ document_type: null, document_expiry: null, issuing_country: null },
  },
});

/** Speaks to the issuer of `settings`. */
export function oidcEid(settings: EidIssuerSettings): EidIssuer {
  const issuer = openIssuer({ timeoutMs: request_timeout_ms, ...settings });
  const acr = settings.acr === null ? {} : { acr_values: settings.acr };
  return {
    kind: "issuer",
    name: new URL(settings.issuer).host,
    addressFor: (question, { language }) =>
      issuer.addressFor(question, {
        ...{ scope: "openid profile", claims: asked_claims, ui_locales: language },
        ...acr,
      }),
    redeem: async (answer, question) => {
      try {
        return await answerFrom(settings, await issuer.redeem(answer, question));
      } catch (fault) {
        const meaning = isOurs(fault) ? "away" : meaningOf(fault);
        if (meaning === "away") return { state: "away", cause: fault };
        return meaning === "went-back" ? { state: "cancelled" } : { state: "failed", why: "PROVIDER", evidence: null };
      }
    },
  };
}

/** The issuer does not know us, or our secret (RFC 6749 §5.2): that says nothing of the person. */
const isOurs = (fault: unknown): boolean =>
  fault instanceof ResponseBodyError && ["invalid_client", "unauthorized_client"].includes(fault.error);

/** @throws where the UserInfo endpoint is needed and does not answer */
async function answerFrom(
  { acr, clock }: EidIssuerSettings,
  { idToken, claims, userInfo }: IssuerAnswer,
): Promise<ProviderAnswer> {
  const said = { ...claims };
  const level = levelOf(said.acr, acr);
  const failed = (why: IdentificationFault, evidence: string): ProviderAnswer => ({
    ...{ state: "failed", why, evidence: Buffer.from(evidence) },
  });
  if (!algorithms.includes(algorithmOf(idToken))) return failed("PROVIDER", idToken);
  if (level === null)
    return failed(acrs.substantial.includes(String(said.acr)) ? "DOCUMENT_NOT_ACCEPTED" : "PROVIDER", idToken);
  // Core §5.4: some issuers name people there only. What the signed token says goes first.
  const more = said.family_name === undefined || said.given_name === undefined ? await userInfo() : null;
  const evidence = more === null ? idToken : `${idToken}\n${more}`;
  const identity = identityFrom({ ...infoOf(more, claims.sub), ...said }, level);
  if (identity === null) return failed("PROVIDER", evidence);
  if (typeof identity === "string") return failed(identity, evidence);
  return isPast(identity.document.validUntil, clock.now())
    ? failed("DOCUMENT_EXPIRED", evidence)
    : { state: "succeeded", identity, evidence: Buffer.from(evidence) };
}

/** What is less than what was asked for has no level. */
function levelOf(said: unknown, asked: string | null): AssuranceLevel | null {
  if (typeof said !== "string") return null;
  if (asked === null) return acrs.high.includes(said) ? "high" : null;
  if (said !== asked) return null;
  return acrs.substantial.includes(said) ? "substantial" : "high";
}

const header = z.object({ alg: z.string() });

/** Of a token whose signature holds. */
const algorithmOf = (token: string): string =>
  header.parse(JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString())).alg;

const info = z.looseObject({ sub: z.string() });

/** What a UserInfo answer says; nothing where it is about somebody else (Core §5.3.2), or not JSON. */
function infoOf(text: string | null, subject: string): Readonly<Record<string, unknown>> {
  if (text === null) return {};
  const read = info.safeParse(jsonOf(text));
  return read.success && read.data.sub === subject ? read.data : {};
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Words for documents: ours, those of Identity Assurance, and the letters of TR-03127 §C. */
const kinds: Readonly<Record<string, IdentityDocumentKind>> = {
  ...{ id_card: "id_card", idcard: "id_card", ID: "id_card" },
  ...{ passport: "passport" },
  ...{ residence_permit: "residence_permit", AR: "residence_permit", AS: "residence_permit", AF: "residence_permit" },
  ...{ eid_card: "eid_card", UB: "eid_card" },
};

/** Core §5.1: parts that nobody knows are zeros, or missing. */
const birthday = z
  .string()
  .transform((day) => day.replace(/(-00)+$/, ""))
  .transform((day) => (day.startsWith("0000") ? null : day))
  .pipe(knownDay.nullable());

const person = z.object({
  given_name: personName,
  family_name: personName,
  birth_family_name: personName.nullish(),
  birthdate: birthday,
  nationalities: z.array(countryField).nullish(),
  document_type: z.string().default("id_card"),
  document_expiry: wholeDay.nullish(),
  issuing_country: countryField.default("DE"),
});

/** Null: the claims do not say who it is. */
function identityFrom(
  claims: Readonly<Record<string, unknown>>,
  level: AssuranceLevel,
): ProvenIdentity | IdentificationFault | null {
  const read = person.safeParse(claims);
  if (!read.success) return null;
  const said = read.data;
  const kind = Object.hasOwn(kinds, said.document_type) ? kinds[said.document_type] : undefined;
  if (kind === undefined || said.issuing_country === null) return "DOCUMENT_NOT_ACCEPTED";
  return {
    firstNames: said.given_name,
    lastName: said.family_name,
    birthName: said.birth_family_name ?? null,
    birthdate: said.birthdate,
    nationality: said.nationalities?.find((country) => country !== null) ?? null,
    document: { kind, number: null, validUntil: said.document_expiry ?? null, country: said.issuing_country },
    level,
  };
}
