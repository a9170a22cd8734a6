/** Organisations with their branding, licence and API tokens: who may send, and how much. */

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
export { maskedKey } from "./api-key.ts";
export {
  type AddressChange,
  addAddress as addOrganisationAddress,
  type ChangedAddress,
  changeAddress as changeOrganisationAddress,
  deleteAddress as deleteOrganisationAddress,
} from "./change-address.ts";
export { type ChangedLook, changeLook, resetLook } from "./change-look.ts";
export { changeOrganisation, type OrganisationState, organisationOf } from "./change-organisation.ts";
export {
  addToken,
  disableToken,
  endOf,
  renameToken,
  renewTokenKey,
  type TokenRefusal,
  type TokenWithKey,
} from "./change-tokens.ts";
export {
  type ByOperator,
  checkRegister,
  confirmRegister,
  type RegisterRefusal,
  registerOf,
  withdrawRegisterCheck,
} from "./check-register.ts";
export { createToken } from "./create-token.ts";
export { countDeskOrganisations, type DeskOrganisation, readDeskOrganisation } from "./desk-store.ts";
export { forgetOrganisation as forgetAccounts, readTokenIds } from "./forget-store.ts";
export { findByJoinKey, type JoinKey, type JoinKeySecret, joinKeyOf, joinKeySecret, renewJoinKey } from "./join-key.ts";
export { countSignature, licenceOf, releaseSignatures, reserveSignatures, usageOf } from "./licence.ts";
export { type LicenceChange, type LicenceState, saveLicence } from "./licence-store.ts";
export { listForDesk } from "./list-for-desk.ts";
export { listTokens, type OwnTokenPage } from "./list-tokens.ts";
export { readLook as lookOf, type StoredLook } from "./look-store.ts";
export { makeTrialOrganisation } from "./make-trial.ts";
export type { Address, StoredAddress } from "./organisation-data-store.ts";
export { hasDemoOrganisation, type ListedOrganisation, listOrganisations, setActive } from "./organisation-store.ts";
export { recordChange } from "./record-change.ts";
export type { VerifiedRegister } from "./register-store.ts";
export { seedDemoOrganisation } from "./seed-demo-organisation.ts";
export { type SignatureClass, signatureClassOf, signaturesOf } from "./signature-class.ts";
export type { OwnToken } from "./tokens-store.ts";
export {
  renewWebhookSecret,
  type TokenSecret,
  tokenSecret,
  webhookSecretOf,
  webhookSecretsOf,
} from "./webhook-secret.ts";
export { lockTokenWebhook, readTokenWebhook, saveTokenWebhook, type TokenWebhook } from "./webhook-store.ts";

/** An API token of an organisation, with which a sender's system calls. */
export type ApiToken = { readonly tokenId: string; readonly name: string; readonly organisationId: string };

/**
 * An organisation's name and branding. `logo`, `logoDark` (for dark screens) and `mailLogo` are data URLs, `colour` is #RRGGBB; `timeZone`
 * is an IANA name, or null for the service's.
 */
export type Branding = Pick<StoredOrganisation, "name" | "logo" | "logoDark" | "mailLogo" | "language" | "timeZone"> & {
  readonly colour: string;
};

/** An organisation's defaults, for what the sender's call leaves out: `mark` (where a signature without a place shows), `message` to the signers. */
export type SendingDefaults = Pick<StoredOrganisation, "mark" | "message">;

/**
 * The token of an API key. Unknown, disabled and expired keys get the same refusal; that its organisation is switched off, only the owner of
 * a right key is told.
 */
export async function findToken(
  db: Db,
  apiKey: string,
  now: Date,
): Promise<
  { ok: true; token: ApiToken } | { ok: false; code: "WRONG_API_KEY" | "ORGANIZATION_INACTIVE"; tokenId: string | null }
> {
  const parts = parseApiKey(apiKey);
  const stored = parts ? await readToken(db, parts.tokenId) : null;
  const refused = { ok: false, code: "WRONG_API_KEY", tokenId: stored && parts ? parts.tokenId : null } as const;
  if (!parts) return refused;
  if (!stored || !sameHash(stored.secretHash, digestOfSecret(parts.secret))) return refused;
  if (stored.disabledAt !== null) return refused;
  // Before the end of the token, which is that of a trial too: that the organisation is closed says more.
  if (!stored.organisationActive) return { ...refused, code: "ORGANIZATION_INACTIVE" };
  if (stored.expiresAt !== null && stored.expiresAt <= now) return refused;
  return { ok: true, token: { tokenId: stored.tokenId, name: stored.name, organisationId: stored.organisationId } };
}

/** Name and branding of an organisation, with the product's colour if it has none. @throws if the organisation does not exist */
export async function brandingOf(db: Db, organisationId: string): Promise<Branding> {
  const { name, logo, logoDark, mailLogo, language, timeZone, colour } = await requireOrganisation(db, organisationId);
  return { name, logo, logoDark, mailLogo, language, timeZone, colour: colour ?? default_brand_colour };
}

/** An organisation's defaults for its workflows. @throws if the organisation does not exist */
export async function sendingDefaultsOf(db: Db, organisationId: string): Promise<SendingDefaults> {
  const { mark, message } = await requireOrganisation(db, organisationId);
  return { mark, message };
}

async function requireOrganisation(db: Db, organisationId: string): Promise<StoredOrganisation> {
  const found = await readOrganisation(db, organisationId);
  if (!found) throw new Error(`no organisation ${organisationId}`);
  return found;
}

/** The verified register record for an organisation's seals, or null if there is none yet. */
export async function verifiedOrganisation(db: Db, organisationId: string): Promise<VerifiedOrganisation | null> {
  return await readRegister(db, organisationId);
}
