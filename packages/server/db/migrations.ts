/** All migrations in order: one list, so that what runs is what can be read here. A room adds one import and one line. */
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
};

/**
 * Brings the database to the newest state and answers the names that were run now.
 * Two processes starting together wait for each other. @throws the fault of the first migration that failed
 */
export async function migrate(db: Db): Promise<string[]> {
  // Rooms do not touch each other's tables, so a number that was merged late may still run.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
