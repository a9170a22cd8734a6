/**
 * What was read when a person was met: stored encrypted, and bound to its case or person. Trust: whoever writes to the database can end or
 * mix up cases, and cannot have a certificate made in another name, or codes sent to another phone.
 */
import { nonce_bytes, openText, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import { type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import { z } from "zod";
import type { Random } from "../../ports/random.ts";

/** The secret under which identity data are stored. */
export type IdentitySecret = ServerSecret<"identity data">;

/** @throws RangeError when the bytes are too few to be a secret */
export const identitySecret = (bytes: Uint8Array): IdentitySecret => serverSecret("identity data", bytes);

const named = { firstName: z.string(), lastName: z.string(), email: z.string(), birthdate: z.string() };

const identityData = z.object({
  ...named,
  nationality: z.string(),
  /** E.164. */
  phone: z.string(),
  documentKind: z.enum(["id_card", "passport", "residence_permit"]),
  documentNumber: z.string(),
  documentValidUntil: z.string(),
  documentIssuer: z.string(),
  /** Whose representative the person is; null: they sign for themselves. */
  organisationId: z.string().nullable(),
});
/** What an operator read on a document and was told. */
export type IdentityData = z.infer<typeof identityData>;

const personData = z.object(named);
/** Who a person is. */
export type PersonData = z.infer<typeof personData>;

type SealDeps = { readonly identitySecret: IdentitySecret; readonly random: Random };

/** As the row of that case, or that person, keeps it. */
export const sealIdentity = (
  { identitySecret: secret, random }: SealDeps,
  owner: string,
  data: IdentityData | PersonData,
): Buffer => sealText(secret, { owner, text: JSON.stringify(data), nonce: random.bytes(nonce_bytes) });

/** What a case holds. @throws when it was sealed for another, or changed */
export const openIdentity = (secret: IdentitySecret, caseId: string, sealed: Uint8Array): IdentityData =>
  identityData.parse(JSON.parse(openText(secret, { owner: caseId, sealed })));

/** Who a person is. @throws when it was sealed for another, or changed */
export const openPerson = (secret: IdentitySecret, personId: string, sealed: Uint8Array): PersonData =>
  personData.parse(JSON.parse(openText(secret, { owner: personId, sealed })));

/** What was sealed of an identification, as a record keeps it. @throws when it was sealed for another, or changed */
export const openRecord = (
  secret: IdentitySecret,
  { sealedFor, sealed }: { readonly sealedFor: string; readonly sealed: Uint8Array },
): unknown => JSON.parse(openText(secret, { owner: sealedFor, sealed }));
