/** Organisations, their look, their licence and their API tokens: who may send, and how much. */

import { default_brand_colour } from "@siegel/contract/brand.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { readOrganisation, readRegister, readToken, type VerifiedOrganisation } from "./accounts-store.ts";
import { parseApiKey, sameHash } from "./api-key.ts";

export type { VerifiedOrganisation } from "./accounts-store.ts";
export { createToken } from "./create-token.ts";
export { countSignature, releaseSignatures, reserveSignatures, usageOf } from "./licence.ts";
export { hasDemoOrganisation } from "./organisation-store.ts";
export { seedDemoOrganisation } from "./seed-demo-organisation.ts";
export { signatureClassOf, signaturesOf } from "./signature-class.ts";

/** Who sends: an API token of an organisation. */
export type ApiToken = { readonly tokenId: string; readonly name: string; readonly organisationId: string };

/** An organisation's name and look. `logo` is a data URL, `colour` #RRGGBB. */
export type Branding = {
  readonly name: string;
  readonly logo: string | null;
  readonly colour: string;
  readonly language: Language | null;
};

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
  const found = await readOrganisation(db, organisationId);
  if (!found) throw new Error(`no organisation ${organisationId}`);
  return { ...found, colour: found.colour ?? default_brand_colour };
}

/** The register record behind an organisation's seals, or null while nobody has verified one. */
export async function verifiedOrganisation(db: Db, organisationId: string): Promise<VerifiedOrganisation | null> {
  return await readRegister(db, organisationId);
}
