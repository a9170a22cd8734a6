/** Organisations, their look, their licence and their API tokens: who may send, and how much. */

import { default_brand_colour } from "@siegel/contract/brand.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import {
  readOrganisation,
  readRegister,
  readToken,
  type StoredOrganisation,
  type VerifiedOrganisation,
} from "./accounts-store.ts";
import { parseApiKey, sameHash } from "./api-key.ts";

export type { VerifiedOrganisation } from "./accounts-store.ts";
export { createToken } from "./create-token.ts";
export { countSignature, releaseSignatures, reserveSignatures, usageOf } from "./licence.ts";
export { hasDemoOrganisation } from "./organisation-store.ts";
export { seedDemoOrganisation } from "./seed-demo-organisation.ts";
export { signatureClassOf, signaturesOf } from "./signature-class.ts";

/** Who sends: an API token of an organisation. */
export type ApiToken = { readonly tokenId: string; readonly name: string; readonly organisationId: string };

/**
 * An organisation's name and look. `logo` and `logoDark` (for dark screens) are data URLs, `colour` is #RRGGBB; `timeZone` is an IANA name,
 * null for the service's.
 */
export type Branding = Pick<StoredOrganisation, "name" | "logo" | "logoDark" | "language" | "timeZone"> & {
  readonly colour: string;
};

/** What an organisation sets for its workflows where the sender says nothing: `mark` where a signature shows, `message` to the signers. */
export type SendingDefaults = Pick<StoredOrganisation, "mark" | "message">;

/** The token of an API key; unknown, disabled and expired keys are refused alike. */
export async function findToken(
  db: Db,
  apiKey: string,
  now: Date,
): Promise<{ ok: true; token: ApiToken } | { ok: false; code: "WRONG_API_KEY"; tokenId: string | null }> {
  const parts = parseApiKey(apiKey);
  const stored = parts ? await readToken(db, parts.tokenId) : null;
  const refused = { ok: false, code: "WRONG_API_KEY", tokenId: stored && parts ? parts.tokenId : null } as const;
  if (!parts) return refused;
  if (!stored || !sameHash(stored.secretHash, digestOfSecret(parts.secret))) return refused;
  if (
    stored.disabledAt !== null ||
    (stored.expiresAt !== null && stored.expiresAt <= now) ||
    !stored.organisationActive
  )
    return refused;
  return { ok: true, token: { tokenId: stored.tokenId, name: stored.name, organisationId: stored.organisationId } };
}

/** Name and look of an organisation; the product's own colour where it has none. @throws when there is no such organisation */
export async function brandingOf(db: Db, organisationId: string): Promise<Branding> {
  const { name, logo, logoDark, language, timeZone, colour } = await requireOrganisation(db, organisationId);
  return { name, logo, logoDark, language, timeZone, colour: colour ?? default_brand_colour };
}

/** What an organisation sets for its workflows. @throws when there is no such organisation */
export async function sendingDefaultsOf(db: Db, organisationId: string): Promise<SendingDefaults> {
  const { mark, message } = await requireOrganisation(db, organisationId);
  return { mark, message };
}

async function requireOrganisation(db: Db, organisationId: string): Promise<StoredOrganisation> {
  const found = await readOrganisation(db, organisationId);
  if (!found) throw new Error(`no organisation ${organisationId}`);
  return found;
}

/** The register record behind an organisation's seals, or null while nobody has verified one. */
export async function verifiedOrganisation(db: Db, organisationId: string): Promise<VerifiedOrganisation | null> {
  return await readRegister(db, organisationId);
}
