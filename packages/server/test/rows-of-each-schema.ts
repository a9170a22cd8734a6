/**
 * Rows as each schema could hold them, by the migration after which they are written: what every later migration must keep.
 * A new migration gets an entry: rows that only its schema can hold, and what it does to rows that were there.
 */
import { rowsOfAccountMails } from "./rows-of-account-mails.ts";
import { rowsOfAdministrators } from "./rows-of-administrators.ts";
import { rowsOfAttachments } from "./rows-of-attachments.ts";
import { rowsOfBlobStore } from "./rows-of-blob-store.ts";
import { rowsOfCertificateLevels, rowsOfIdentifiedCertificates } from "./rows-of-certificate-levels.ts";
import { rowsOfCodeNetworks } from "./rows-of-code-networks.ts";
import { rowsOfCodePurposes } from "./rows-of-code-purposes.ts";
import { rowsOfConfirmations } from "./rows-of-confirmations.ts";
import { rowsOfEarlierSignatures } from "./rows-of-earlier-signatures.ts";
import { rowsOfEmbeddedFiles } from "./rows-of-embedded-files.ts";
import {
  rowsOfForgottenIdentities,
  rowsOfIdentityProofing,
  rowsOfIdentityReviews,
  rowsOfOwners,
} from "./rows-of-identity-proofing.ts";
import { rowsOfImages } from "./rows-of-images.ts";
import { rowsOfInvitations } from "./rows-of-invitations.ts";
import { rowsOfLater } from "./rows-of-later.ts";
import { rowsOfIdentificationRecords, rowsOfLeaving } from "./rows-of-leaving.ts";
import { rowsOfLoadedRevisions } from "./rows-of-loaded-revisions.ts";
import { rowsOfOidc } from "./rows-of-oidc.ts";
import { rowsOfOperators, rowsOfRevocationOrders } from "./rows-of-operators.ts";
import { rowsOfOrganisationData } from "./rows-of-organisation-data.ts";
import { rowsOfPasskeys } from "./rows-of-passkeys.ts";
import { rowsOfPasswordKeys } from "./rows-of-password-keys.ts";
import { rowsOfPasswordTries } from "./rows-of-password-tries.ts";
import { rowsOfQualifiedActs } from "./rows-of-qualified-acts.ts";
import { rowsOfLists, rowsOfResponders, rowsOfRootOutside, rowsOfVisits } from "./rows-of-responders.ts";
import { rowsOfSecondFactors } from "./rows-of-second-factors.ts";
import { rowsOfSending } from "./rows-of-sending.ts";
import { rowsOfSessions } from "./rows-of-sessions.ts";
import { rowsOfSettings } from "./rows-of-settings.ts";
import { rowsOfSigning } from "./rows-of-signing.ts";
import { rowsOfSmallValues } from "./rows-of-small-values.ts";
import { rowsOfListCounts, rowsOfTokens } from "./rows-of-tokens.ts";
import { rowsOfTurnedFields } from "./rows-of-turned-fields.ts";
import { rowsOfUnassignedFields } from "./rows-of-unassigned-fields.ts";
import { rowsOfFairWebhooks, rowsOfWebhooks } from "./rows-of-webhooks.ts";
import type { SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsWrittenAt: Readonly<Record<string, SchemaRows>> = {
  ...rowsOfSending,
  ...rowsOfSigning,
  ...rowsOfLater,
  ...rowsOfImages,
  ...rowsOfAttachments,
  ...rowsOfConfirmations,
  ...rowsOfPasswordTries,
  ...rowsOfTurnedFields,
  ...rowsOfEmbeddedFiles,
  ...rowsOfCodeNetworks,
  ...rowsOfSmallValues,
  ...rowsOfBlobStore,
  ...rowsOfSessions,
  ...rowsOfLoadedRevisions,
  ...rowsOfEarlierSignatures,
  ...rowsOfSettings,
  ...rowsOfUnassignedFields,
  ...rowsOfAdministrators,
  ...rowsOfTokens,
  ...rowsOfAccountMails,
  ...rowsOfOrganisationData,
  ...rowsOfInvitations,
  ...rowsOfSecondFactors,
  ...rowsOfWebhooks,
  ...rowsOfLeaving,
  ...rowsOfPasskeys,
  ...rowsOfOidc,
  ...rowsOfFairWebhooks,
  ...rowsOfCodePurposes,
  ...rowsOfCertificateLevels,
  ...rowsOfResponders,
  ...rowsOfListCounts,
  ...rowsOfPasswordKeys,
  ...rowsOfOperators,
  ...rowsOfQualifiedActs,
  ...rowsOfIdentityProofing,
  ...rowsOfIdentifiedCertificates,
  ...rowsOfIdentityReviews,
  ...rowsOfForgottenIdentities,
  ...rowsOfLists,
  ...rowsOfVisits,
  ...rowsOfRevocationOrders,
  ...rowsOfIdentificationRecords,
  ...rowsOfOwners,
  ...rowsOfRootOutside,
};
