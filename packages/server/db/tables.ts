/**
 * Every table of the database, one interface a room (`db/<room>-tables.ts`), joined here.
 * A new room adds one import and one name.
 */
import type { AccountsTables } from "./accounts-tables.ts";
import type { AdministratorsTables } from "./administrators-tables.ts";
import type { AuditTrailTables } from "./audit-trail-tables.ts";
import type { AuthorityTables } from "./authority-tables.ts";
import type { BlobsTables } from "./blobs-tables.ts";
import type { CertificatesTables } from "./certificates-tables.ts";
import type { ChallengesTables } from "./challenges-tables.ts";
import type { DocumentsTables } from "./documents-tables.ts";
import type { EvidenceTables } from "./evidence-tables.ts";
import type { HandoverTables } from "./handover-tables.ts";
import type { IdentityProofingTables } from "./identity-proofing-tables.ts";
import type { LeavingTables } from "./leaving-tables.ts";
import type { LoginTables } from "./login-tables.ts";
import type { MessagesTables } from "./messages-tables.ts";
import type { OperatorsTables } from "./operators-tables.ts";
import type { OwnCertificatesTables } from "./own-certificates-tables.ts";
import type { PasswordKeysTables } from "./password-keys-tables.ts";
import type { RevocationTables } from "./revocation-tables.ts";
import type { SendingTables } from "./sending-tables.ts";
import type { SigningTables } from "./signing-tables.ts";
import type { WebhooksTables } from "./webhooks-tables.ts";
import type { WorkflowsTables } from "./workflows-tables.ts";

/** The typed database. */
export interface Tables
  extends AuditTrailTables,
    AccountsTables,
    AdministratorsTables,
    OperatorsTables,
    WorkflowsTables,
    LoginTables,
    BlobsTables,
    DocumentsTables,
    HandoverTables,
    SendingTables,
    ChallengesTables,
    PasswordKeysTables,
    IdentityProofingTables,
    AuthorityTables,
    CertificatesTables,
    SigningTables,
    OwnCertificatesTables,
    RevocationTables,
    EvidenceTables,
    MessagesTables,
    WebhooksTables,
    LeavingTables {}
