/** Secrets of an identification: in addresses 128 bits, in the browser's cookie 256. Only digests are stored. */

import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { nonce_bytes, openText, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import { digestOfSecret, type ServerSecret } from "@siegel/kernel/mac/server-secret.ts";
import { z } from "zod";
import type { OidcQuestion } from "../../ports/oidc.ts";
import type { ProvenIdentity } from "../../ports/proven-identity.ts";
import type { Random } from "../../ports/random.ts";

/** A secret and what is stored of it. */
export type NewSecret = { readonly secret: string; readonly hash: string };

function newSecret(random: Random, bytes: number): NewSecret {
  const secret = Buffer.from(random.bytes(bytes)).toString("base64url");
  return { secret, hash: digestOfSecret(secret) };
}

/** For an address: 22 characters. */
export const addressSecretOf = (random: Random): NewSecret => newSecret(random, 16);
/** For a cookie, and for questions to an issuer. */
export const longSecretOf = (random: Random): NewSecret => newSecret(random, 32);

type SealDeps = { readonly identitySecret: ServerSecret<"identity data">; readonly random: Random };

/** Owners within the room: a question is not taken for an identity, nor one person's identity for another's. */
type Owner = { readonly checkId: string } & (
  | { readonly purpose: "sign"; readonly signerId: string }
  | { readonly purpose: OwnersPurpose; readonly about: { readonly certificateId: string } }
);
const identityOf = (owner: Owner): string =>
  `check ${owner.checkId} of ${owner.purpose === "sign" ? owner.signerId : owner.about.certificateId}`;
const holderOf = (checkId: string, certificateId: string): string => `holder of ${certificateId} in check ${checkId}`;
const questionOf = (checkId: string): string => `question ${checkId}`;

const text = z.string().nullable();
const provenIdentity = z.object({
  firstNames: z.string(),
  lastName: z.string(),
  birthName: text,
  birthdate: text,
  nationality: text,
  document: z.object({
    kind: z.enum(["id_card", "passport", "residence_permit", "eid_card"]),
    number: text,
    validUntil: text,
    country: z.string(),
  }),
  level: z.enum(["high", "substantial"]),
}) satisfies z.ZodType<ProvenIdentity>;
const oidcQuestion = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

const seal = ({ identitySecret, random }: SealDeps, owner: string, value: unknown): Buffer =>
  sealText(identitySecret, { owner, text: JSON.stringify(value), nonce: random.bytes(nonce_bytes) });

/** Who a provider says it is, as the row of that check keeps it. */
export const sealProven = (deps: SealDeps, owner: Owner, identity: ProvenIdentity): Buffer =>
  seal(deps, identityOf(owner), identity);

/** @throws when it was sealed for another, or changed */
export const openProven = (
  identitySecret: SealDeps["identitySecret"],
  owner: Owner,
  sealed: Uint8Array,
): ProvenIdentity => provenIdentity.parse(JSON.parse(openText(identitySecret, { owner: identityOf(owner), sealed })));

const namedHolder = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthdate: z.string(),
  email: z.string(),
});
/** Who is named in a certificate, and the address on record; the birthdate (ISO 8601) is empty where we do not know it. */
export type NamedHolder = z.infer<typeof namedHolder>;

/** Who is named in a certificate, as the row of a check keeps it. */
export const sealHolder = (
  deps: SealDeps,
  { checkId, certificateId }: { readonly checkId: string; readonly certificateId: string },
  holder: NamedHolder,
): Buffer => seal(deps, holderOf(checkId, certificateId), holder);

/** @throws when it was sealed for another, or changed */
export const openHolder = (
  identitySecret: SealDeps["identitySecret"],
  {
    checkId,
    about,
    holder,
  }: { readonly checkId: string; readonly about: { readonly certificateId: string }; readonly holder: Uint8Array },
): NamedHolder =>
  namedHolder.parse(
    JSON.parse(openText(identitySecret, { owner: holderOf(checkId, about.certificateId), sealed: holder })),
  );

/** What was asked of an issuer, as the row of that check keeps it. */
export const sealQuestion = (deps: SealDeps, checkId: string, question: OidcQuestion): Buffer =>
  seal(deps, questionOf(checkId), question);

/** @throws when it was sealed for another, or changed */
export const openQuestion = (
  identitySecret: SealDeps["identitySecret"],
  checkId: string,
  sealed: Uint8Array,
): OidcQuestion => oidcQuestion.parse(JSON.parse(openText(identitySecret, { owner: questionOf(checkId), sealed })));
