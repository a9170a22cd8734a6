/** All migrations in order: one list, so that what runs is what can be read here. A room adds one import and one line. */
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "./database.ts";
import * as auditTrail from "./migrations/0001_audit-trail.ts";
import * as accounts from "./migrations/0002_accounts.ts";
import * as workflows from "./migrations/0003_workflows.ts";
import * as documents from "./migrations/0004_documents.ts";
import * as challenges from "./migrations/0005_challenges.ts";
import * as authority from "./migrations/0006_authority.ts";
import * as certificates from "./migrations/0007_certificates.ts";
import * as signing from "./migrations/0008_signing.ts";
import * as evidence from "./migrations/0009_evidence.ts";
import * as messages from "./migrations/0010_messages.ts";
import * as workflowsSessions from "./migrations/0011_workflows-sessions.ts";
import * as signingAgain from "./migrations/0012_signing-again.ts";
import * as operating from "./migrations/0014_operating.ts";
import * as unusedUploads from "./migrations/0015_unused-uploads.ts";
import * as presence from "./migrations/0016_presence.ts";
import * as messagesActs from "./migrations/0017_messages-acts.ts";
import * as fileIntake from "./migrations/0018_file-intake.ts";
import * as messagesUnanswered from "./migrations/0019_messages-unanswered.ts";
import * as quickLogin from "./migrations/0020_quick-login.ts";
import * as approvalsAuthenticated from "./migrations/0021_approvals-authenticated.ts";
import * as pendingBlobs from "./migrations/0022_pending-blobs.ts";
import * as certificateHolders from "./migrations/0023_certificate-holders.ts";
import * as expiryReminders from "./migrations/0024_expiry-reminders.ts";
import * as fieldKinds from "./migrations/0025_field-kinds.ts";
import * as signatureImages from "./migrations/0026_signature-images.ts";
import * as attachments from "./migrations/0027_attachments.ts";
import * as changedAfterConfirming from "./migrations/0028_changed-after-confirming.ts";
import * as passwordTries from "./migrations/0029_password-tries.ts";
import * as turnedFields from "./migrations/0030_turned-fields.ts";
import * as embeddedFiles from "./migrations/0031_embedded-files.ts";
import * as embeddedTotal from "./migrations/0032_embedded-total.ts";
import * as codeNetworks from "./migrations/0033_code-networks.ts";
import * as smallValues from "./migrations/0034_small-values.ts";
import * as blobStore from "./migrations/0035_blob-store.ts";
import * as blobStoreClaim from "./migrations/0036_blob-store-claim.ts";
import * as shownToSession from "./migrations/0037_shown-to-session.ts";
import * as loadedRevisions from "./migrations/0038_loaded-revisions.ts";
import * as earlierSignatures from "./migrations/0039_earlier-signatures.ts";
import * as organisationSettings from "./migrations/0040_organisation-settings.ts";
import * as unassignedFields from "./migrations/0041_unassigned-fields.ts";
import * as administrators from "./migrations/0042_administrators.ts";
import * as tokens from "./migrations/0043_tokens.ts";
import * as accountMails from "./migrations/0044_account-mails.ts";
import * as organisationData from "./migrations/0045_organisation-data.ts";
import * as invitations from "./migrations/0046_invitations.ts";
import * as secondFactors from "./migrations/0047_second-factors.ts";
import * as webhooks from "./migrations/0048_webhooks.ts";
import * as leaving from "./migrations/0049_leaving.ts";
import * as passkeys from "./migrations/0050_passkeys.ts";
import * as oidc from "./migrations/0051_oidc.ts";
import * as fairWebhooks from "./migrations/0052_fair-webhooks.ts";
import * as codePurposes from "./migrations/0053_code-purposes.ts";
import * as certificateLevels from "./migrations/0054_certificate-levels.ts";
import * as responderOfEachCa from "./migrations/0055_responder-of-each-ca.ts";
import * as qualifiedCa from "./migrations/0056_qualified-ca.ts";
import * as listCounts from "./migrations/0057_list-counts.ts";
import * as passwordKeys from "./migrations/0058_password-keys.ts";
import * as activationNonces from "./migrations/0059_activation-nonces.ts";
import * as operators from "./migrations/0060_operators.ts";
import * as registerChecks from "./migrations/0061_register-checks.ts";
import * as qualifiedActs from "./migrations/0062_qualified-acts.ts";
import * as identityProofing from "./migrations/0063_identity-proofing.ts";
import * as identityChecks from "./migrations/0064_identity-checks.ts";
import * as identifiedCertificates from "./migrations/0065_identified-certificates.ts";
import * as identityReviews from "./migrations/0066_identity-reviews.ts";
import * as forgottenIdentities from "./migrations/0068_forgotten-identities.ts";
import * as listsAndTheirEntries from "./migrations/0069_lists-and-their-entries.ts";
import * as certificateVisits from "./migrations/0070_certificate-visits.ts";
import * as revocationOrders from "./migrations/0071_revocation-orders.ts";
import * as recordsAndReminders from "./migrations/0072_records-and-reminders.ts";
import * as ownersIdentify from "./migrations/0073_owners-identify.ts";
import * as rootOutside from "./migrations/0074_root-outside.ts";

const migrations: Record<string, Migration> = {
  "0001_audit-trail": auditTrail,
  "0002_accounts": accounts,
  "0003_workflows": workflows,
  "0004_documents": documents,
  "0005_challenges": challenges,
  "0006_authority": authority,
  "0007_certificates": certificates,
  "0008_signing": signing,
  "0009_evidence": evidence,
  "0010_messages": messages,
  "0011_workflows-sessions": workflowsSessions,
  "0012_signing-again": signingAgain,
  "0014_operating": operating,
  "0015_unused-uploads": unusedUploads,
  "0016_presence": presence,
  "0017_messages-acts": messagesActs,
  "0018_file-intake": fileIntake,
  "0019_messages-unanswered": messagesUnanswered,
  "0020_quick-login": quickLogin,
  "0021_approvals-authenticated": approvalsAuthenticated,
  "0022_pending-blobs": pendingBlobs,
  "0023_certificate-holders": certificateHolders,
  "0024_expiry-reminders": expiryReminders,
  "0025_field-kinds": fieldKinds,
  "0026_signature-images": signatureImages,
  "0027_attachments": attachments,
  "0028_changed-after-confirming": changedAfterConfirming,
  "0029_password-tries": passwordTries,
  "0030_turned-fields": turnedFields,
  "0031_embedded-files": embeddedFiles,
  "0032_embedded-total": embeddedTotal,
  "0033_code-networks": codeNetworks,
  "0034_small-values": smallValues,
  "0035_blob-store": blobStore,
  "0036_blob-store-claim": blobStoreClaim,
  "0037_shown-to-session": shownToSession,
  "0038_loaded-revisions": loadedRevisions,
  "0039_earlier-signatures": earlierSignatures,
  "0040_organisation-settings": organisationSettings,
  "0041_unassigned-fields": unassignedFields,
  "0042_administrators": administrators,
  "0043_tokens": tokens,
  "0044_account-mails": accountMails,
  "0045_organisation-data": organisationData,
  "0046_invitations": invitations,
  "0047_second-factors": secondFactors,
  "0048_webhooks": webhooks,
  "0049_leaving": leaving,
  "0050_passkeys": passkeys,
  "0051_oidc": oidc,
  "0052_fair-webhooks": fairWebhooks,
  "0053_code-purposes": codePurposes,
  "0054_certificate-levels": certificateLevels,
  "0055_responder-of-each-ca": responderOfEachCa,
  "0056_qualified-ca": qualifiedCa,
  "0057_list-counts": listCounts,
  "0058_password-keys": passwordKeys,
  "0059_activation-nonces": activationNonces,
  "0060_operators": operators,
  "0061_register-checks": registerChecks,
  "0062_qualified-acts": qualifiedActs,
  "0063_identity-proofing": identityProofing,
  "0064_identity-checks": identityChecks,
  "0065_identified-certificates": identifiedCertificates,
  "0066_identity-reviews": identityReviews,
  "0068_forgotten-identities": forgottenIdentities,
  "0069_lists-and-their-entries": listsAndTheirEntries,
  "0070_certificate-visits": certificateVisits,
  "0071_revocation-orders": revocationOrders,
  "0072_records-and-reminders": recordsAndReminders,
  "0073_owners-identify": ownersIdentify,
  "0074_root-outside": rootOutside,
};

/** Names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/** The database was migrated by a newer program than this one; the message says what to do. */
export class DatabaseNewer extends Error {
  override readonly name = "DatabaseNewer";
}

/** Names that the database says it has run; none in an empty one. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (found[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** Refuses a database whose schema this program does not know. @throws DatabaseNewer */
export async function checkNotNewer(db: Db): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => migrations[name] === undefined);
  if (unknown.length === 0) return;
  throw new DatabaseNewer(
    `The database was migrated by a newer Siegel (${unknown.join(", ")}); this one knows up to ${migrationNames.at(-1)}. Start the newer one.`,
  );
}

/**
 * Brings the database to the newest state, or runs `only` the named ones, and answers the names that were run now.
 * Two processes starting together wait for each other. @throws DatabaseNewer, or the fault of the first migration that failed
 */
export async function migrate(db: Db, only: readonly string[] = migrationNames): Promise<string[]> {
  await checkNotNewer(db);
  const wanted = Object.fromEntries(Object.entries(migrations).filter(([name]) => only.includes(name)));
  // Rooms do not touch each other's tables, so a number that was merged late may still run.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => wanted },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
