/** A sender's request becomes a workflow: checked as a whole, its documents taken in, its first signers invited (decisions.md §5, §10). */

import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import {
  type FileId,
  type SignerId,
  signerId as signerIdSchema,
  type UploadId,
  type WorkflowId,
  workflowId as workflowIdSchema,
} from "@siegel/contract/ids.ts";
import { type Language, unused_kept_h } from "@siegel/contract/limits.ts";
import { isVisible } from "@siegel/contract/text.ts";
import { valueFaults } from "@siegel/contract/value-faults.ts";
import { hashPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction, Undone } from "../../db/transaction.ts";
import { BlobMissing } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { WebhookPort } from "../../ports/webhooks.ts";
import { type ApiToken, brandingOf, reserveSignatures, sendingDefaultsOf, signaturesOf } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import {
  type IntakeDeps,
  type IntakeInput,
  type IntakeResult,
  intakeDocuments,
  type RepairedDocument,
  type SentDocumentBlob,
} from "../documents/documents.ts";
import {
  type ExpireDeps,
  entersQuickly,
  inviteNext,
  loadWorkflow,
  openWorkflow,
  type SignerFacts,
  settleExpired,
  type WorkflowFacts,
} from "../workflows/workflows.ts";
import { type CheckedSigner, checkSentWorkflow } from "./check-sent-workflow.ts";
import { decodeContent } from "./decode-content.ts";
import { isSignedDocument } from "./document-places.ts";
import { lineOf, type Misfit } from "./misfit.ts";
import { lockUpload, readUpload } from "./sending-store.ts";

/** What was created; also what is kept for a repeated request, hence plain JSON. */
export type CreatedWorkflow = {
  readonly workflowId: WorkflowId;
  /** Whether the links lead in without the login page. */
  readonly quickLogin: boolean;
  readonly signers: ReadonlyArray<{
    readonly reference: string;
    readonly signerId: SignerId;
    readonly notices?: readonly string[];
  }>;
  readonly documents: ReadonlyArray<{
    readonly fileId: FileId;
    readonly name: string;
    readonly notices: readonly string[];
    readonly unassignedFields?: readonly string[];
  }>;
};

type CreateDeps = IntakeDeps &
  ExpireDeps & {
    readonly db: Db;
    readonly clock: Clock;
    readonly enqueue: Enqueue;
    readonly shaper: Pick<TextShapingPort, "missing">;
    readonly webhooks: Pick<WebhookPort, "mayBeSpokenTo">;
  };

/** Why a workflow was not created, for the sender to read. */
export type CreateRefusal = Extract<IntakeResult, { ok: false }>;

/**
 * Creates a workflow. Everything slow (documents, password) happens before the one transaction that makes it exist;
 * `keep` is called inside that transaction.
 */
export async function createWorkflow(
  deps: CreateDeps,
  input: { token: ApiToken; sent: SentWorkflow; language?: Language },
  keep: (db: Db, answer: CreatedWorkflow) => Promise<void>,
): Promise<{ ok: true; answer: CreatedWorkflow } | CreateRefusal> {
  const { token, sent, language = "en" } = input;
  const checked = await checkSentWorkflow(deps, { sent, organisationId: token.organisationId, language });
  if (!checked.ok) return refusalOf(checked.misfits, language);
  const facts = await workflowFacts(deps, token, sent);
  const signers = checked.signers.map((signer, position) =>
    signerFacts(deps.random, { signer, position, workflow: facts, languageGiven: sent.language !== undefined }),
  );
  const documents = await storeDocuments(deps, token, sent);
  const withFields = signers.map((signer, n) => ({ ...signer, fields: sent.signers[n]?.fields ?? [] }));
  const { workflowId, organisationId, createdAt: at, language: workflowLanguage } = facts;
  const mark = sent.mark ?? (await sendingDefaultsOf(deps.db, organisationId)).mark;
  const about = { organisationId, workflowId, at, language, workflowLanguage, mark };
  const request = { ...about, documents: documents.blobs, signers: withFields };
  const intake = await takeIn(deps, request, { token, sent });
  if (documents.misfits.length > 0) return alsoRefused(refusalOf(documents.misfits, language), intake);
  if (!intake.ok) return intake;
  const passwordHash =
    sent.password === undefined ? null : await hashPassword(sent.password, deps.random.bytes(salt_bytes));
  const answer: CreatedWorkflow = {
    workflowId: facts.workflowId,
    quickLogin: entersQuickly(facts),
    signers: signers.map(({ reference, signerId, position }) => ({
      reference,
      signerId,
      notices: checked.signers[position]?.notices ?? [],
    })),
    documents: intake.documents,
  };
  await settleExpired(deps, token.organisationId);
  try {
    await inTransaction(deps.db, async (db) => {
      await save(
        { ...deps, db },
        {
          facts,
          passwordHash,
          signers,
          saveDocuments: intake.save,
          repaired: intake.repaired,
          documents: documents.blobs,
          uploadIds: uploadsOf(sent),
        },
      );
      await keep(db, answer);
    });
  } catch (fault) {
    if (fault instanceof Undone) return { ok: false, code: fault.code };
    throw fault;
  }
  return { ok: true, answer };
}

/** All that does not fit, under the code of the first. */
function refusalOf(misfits: readonly Misfit[], language: Language): CreateRefusal {
  const code = misfits[0]?.code ?? "INVALID_REQUEST";
  return { ok: false, code, messages: misfits.map((misfit) => lineOf(misfit, language)) };
}

/** The documents that were there are judged although others are missing, so that one answer tells all; not where they could not be read now. */
function alsoRefused(refusal: CreateRefusal, intake: IntakeResult): CreateRefusal {
  if (intake.ok || intake.retryAfterS !== undefined) return refusal;
  return { ...refusal, messages: [...(refusal.messages ?? []), ...(intake.messages ?? [])] };
}

/** If an upload was deleted while intake was reading it, answers UPLOAD_NOT_FOUND. @throws BlobMissing for what should be there */
async function takeIn(
  deps: CreateDeps,
  request: IntakeInput,
  { token, sent }: { token: ApiToken; sent: SentWorkflow },
): Promise<IntakeResult> {
  try {
    return await intakeDocuments(deps, request);
  } catch (fault) {
    if (!(fault instanceof BlobMissing)) throw fault;
    const lost: Misfit[] = [];
    for (const [n, { upload_id: uploadId }] of sent.documents.entries())
      if (uploadId !== undefined && (await readUpload(deps.db, token.tokenId, uploadId)) === null)
        lost.push(uploadNotFound(n));
    if (lost.length > 0) return refusalOf(lost, request.language);
    throw fault;
  }
}

const uploadNotFound = (n: number): Misfit => ({
  code: "UPLOAD_NOT_FOUND",
  path: `documents.${n}.upload_id`,
  said: {
    en: `there is no upload of this id, or it is older than ${unused_kept_h} hours; upload the file again`,
    de: `es gibt keine hochgeladene Datei mit dieser Kennung, oder sie ist älter als ${unused_kept_h} Stunden; laden Sie die Datei noch einmal hoch`,
  },
});

const notBase64 = (n: number): Misfit => ({
  code: "INVALID_REQUEST",
  path: `documents.${n}.content`,
  said: valueFaults.base64,
});

const uploadsOf = (sent: SentWorkflow): UploadId[] => sent.documents.flatMap((document) => document.upload_id ?? []);

async function workflowFacts(deps: CreateDeps, token: ApiToken, sent: SentWorkflow): Promise<WorkflowFacts> {
  const branding = await brandingOf(deps.db, token.organisationId);
  const defaults = await sendingDefaultsOf(deps.db, token.organisationId);
  return {
    workflowId: workflowIdSchema.parse(deps.random.id()),
    organisationId: token.organisationId,
    tokenId: token.tokenId,
    name: sent.name,
    description: sent.description ?? "",
    message: messageOf(sent.message ?? defaults.message),
    language: sent.language ?? sharedLanguage(sent.signers) ?? branding.language ?? "de",
    sequential: sent.sequential ?? false,
    hasPassword: sent.password !== undefined,
    quickLogin: sent.quick_login ?? false,
    webhookUrl: sent.webhook_url ?? null,
    initiator: {
      firstName: sent.initiator.first_name,
      lastName: sent.initiator.last_name,
      email: sent.initiator.email,
    },
    createdAt: deps.clock.now(),
    expiresAt: sent.expires_at === undefined ? null : new Date(Date.parse(sent.expires_at)),
  };
}

/** The language of a workflow whose signers all name the same one: its marks and its report are for them. */
function sharedLanguage(signers: SentWorkflow["signers"]): Language | null {
  const [only, ...others] = new Set(signers.map(({ language }) => language));
  return others.length === 0 ? (only ?? null) : null;
}

/** A message of blanks alone does not count as a message. */
const messageOf = (text: string | null): string | null => (text !== null && isVisible(text) ? text : null);

function signerFacts(
  random: Random,
  made: { signer: CheckedSigner; position: number; workflow: WorkflowFacts; languageGiven: boolean },
): SignerFacts {
  const { sent, phone } = made.signer;
  return {
    signerId: signerIdSchema.parse(random.id()),
    workflowId: made.workflow.workflowId,
    position: made.position,
    reference: sent.reference,
    type: sent.type,
    firstName: sent.first_name,
    lastName: sent.last_name,
    email: sent.email,
    phone,
    organisation: sent.organisation ?? null,
    language: sent.language ?? made.workflow.language,
    languageGiven: made.languageGiven || sent.language !== undefined,
  };
}

async function storeDocuments(
  deps: CreateDeps,
  token: ApiToken,
  sent: SentWorkflow,
): Promise<{ readonly blobs: SentDocumentBlob[]; readonly misfits: readonly Misfit[] }> {
  const blobs: SentDocumentBlob[] = [];
  const misfits: Misfit[] = [];
  for (const [n, document] of sent.documents.entries()) {
    if (document.upload_id !== undefined) {
      const upload = await readUpload(deps.db, token.tokenId, document.upload_id);
      if (upload) blobs.push({ ...placeOf(document, sent), sha256: upload.sha256, size: upload.size });
      else misfits.push(uploadNotFound(n));
    } else {
      const bytes = decodeContent(document.content ?? "");
      if (bytes === null) misfits.push(notBase64(n));
      else blobs.push({ ...placeOf(document, sent), ...(await deps.blobs.put([bytes])) });
    }
  }
  return { blobs, misfits };
}

const placeOf = (document: SentWorkflow["documents"][number], { documents }: SentWorkflow) => ({
  name: document.name,
  isSigned: isSignedDocument(document, documents),
  attachmentOf: document.attachment_of ?? null,
});

async function save(
  deps: CreateDeps,
  made: {
    facts: WorkflowFacts;
    passwordHash: string | null;
    signers: readonly SignerFacts[];
    saveDocuments: (db: Db) => Promise<void>;
    repaired: readonly RepairedDocument[];
    documents: readonly SentDocumentBlob[];
    uploadIds: readonly UploadId[];
  },
): Promise<void> {
  const { db } = deps;
  const { facts, signers } = made;
  const { workflowId, tokenId, createdAt: at } = facts;
  // An upload that was forgotten since it was read has lost its bytes, or is about to.
  for (const uploadId of made.uploadIds)
    if (!(await lockUpload(db, tokenId, uploadId))) throw new Undone("UPLOAD_NOT_FOUND");
  const perClass = signaturesOf(signers.map((signer) => signer.type));
  const reserved = await reserveSignatures(db, tokenId, { perClass, now: at });
  if (!reserved.ok) throw new Undone(reserved.code);
  await openWorkflow(db, made);
  await made.saveDocuments(db);
  await recordEvent(db, {
    at,
    type: "workflow.created",
    actor: { kind: "sender", id: tokenId },
    workflowId,
    details: {
      name: facts.name,
      sequential: facts.sequential,
      quickLogin: facts.quickLogin,
      documents: made.documents.map(({ name, sha256, isSigned, attachmentOf }) => ({
        name,
        sha256,
        ...(isSigned ? {} : { sign: false }),
        ...(attachmentOf === null ? {} : { attachmentOf }),
      })),
      signers: signers.map(({ signerId, type }) => ({ signerId, type })),
    },
  });
  for (const { fileId, ...details } of made.repaired) {
    const actor = { kind: "system" } as const;
    await recordEvent(db, { at, type: "document.repaired", actor, workflowId, fileId, details });
  }
  const stored = await loadWorkflow(db, workflowId);
  await deps.noteChange(db, { workflowId, type: "workflow.created", at });
  if (stored) await inviteNext(db, { ...stored, at, enqueue: deps.enqueue, noteChange: deps.noteChange });
}
