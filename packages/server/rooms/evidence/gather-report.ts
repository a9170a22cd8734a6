/** Collects from the rooms before this one what an audit report says. */
import type { Language } from "@siegel/contract/limits.ts";
import { brandingOf } from "../accounts/accounts.ts";
import { type RecordedEvent, readTrail, trailHead } from "../audit-trail/audit-trail.ts";
import { publishedRoot } from "../authority/authority.ts";
import { challengeFacts } from "../challenges/challenges.ts";
import { filesOf, inReadingOrder, revisionsOf } from "../documents/documents.ts";
import { type SignedAct, type SigningDeps, signedActsOf } from "../signing/signing.ts";
import type { Signer, Workflow } from "../workflows/workflows.ts";
import { eventText, isByService } from "./event-texts.ts";
import type { ReportContent, ReportedDocument, ReportedEvent, ReportedSigner } from "./report-content.ts";

/** A workflow to report on. */
export type Reported = {
  readonly workflow: Workflow;
  readonly signers: readonly Signer[];
  readonly language: Language;
  readonly at: Date;
  /** Why somebody refused is not the reader's to know. */
  readonly keepsReason: boolean;
};

/** Everything the report of a workflow shows, as it is now. */
export async function gatherReport(deps: SigningDeps, reported: Reported): Promise<ReportContent> {
  const { workflow, signers, language, at } = reported;
  const branding = await brandingOf(deps.db, workflow.organisationId);
  const head = await trailHead(deps.db, workflow.workflowId);
  if (head === null) throw new Error(`workflow ${workflow.workflowId} has no trail`);
  const trail = await readTrail(deps.db, workflow.workflowId);
  return {
    language,
    zone: deps.zone,
    provider: { name: deps.authority.providerName, anchorUrl: await publishedRoot(deps) },
    brand: { organisation: branding.name, colour: branding.colour },
    workflow: {
      id: workflow.workflowId,
      name: workflow.name,
      state: workflow.status,
      startedAt: workflow.createdAt,
      finishedAt: workflow.status === "OPEN" ? null : workflow.endedAt,
      refusal:
        workflow.status === "REVOKED" && workflow.reason !== "" && !reported.keepsReason ? workflow.reason : null,
    },
    documents: await gatherDocuments(deps, reported),
    signers: await gatherSigners(deps, reported),
    events: trail.map((event) =>
      toReported(event, { workflow, signers, language, provider: deps.authority.providerName }),
    ),
    chainHead: head.hash,
    madeAt: at,
  };
}

async function gatherDocuments(deps: SigningDeps, { workflow, signers }: Reported): Promise<ReportedDocument[]> {
  const documents: ReportedDocument[] = [];
  const files = inReadingOrder(await filesOf(deps.db, workflow.workflowId));
  for (const file of files) {
    const revisions = await revisionsOf(deps.db, file.fileId);
    documents.push({
      name: file.name,
      pages: file.pages,
      isSigned: file.isSigned,
      attachmentOf: files.find(({ fileId }) => fileId === file.attachmentOf)?.name ?? null,
      originalSha256: file.original.sha256,
      // Number 0 is the original, which stands beside the name.
      revisions: revisions.slice(1).map((revision) => ({
        number: revision.number,
        sha256: revision.sha256,
        size: revision.size,
        by:
          revision.cause.kind === "signature" ? nameOf(signers, revision.cause.signerId) : deps.authority.providerName,
      })),
    });
  }
  return documents;
}

async function gatherSigners(deps: SigningDeps, { workflow, signers }: Reported): Promise<ReportedSigner[]> {
  const acts = await signedActsOf(deps.db, workflow.workflowId);
  const reported: ReportedSigner[] = [];
  for (const signer of signers) {
    const act = acts.find((one) => one.signerId === signer.signerId);
    reported.push({
      name: fullName(signer),
      email: signer.email,
      organisation: signer.organisation,
      level: signer.type,
      signature: act === undefined ? null : await gatherSignature(deps, act),
    });
  }
  return reported;
}

async function gatherSignature(deps: SigningDeps, act: SignedAct): Promise<ReportedSigner["signature"]> {
  const code = act.challengeId === null ? null : await challengeFacts(deps.db, act.challengeId);
  return {
    signedAt: act.signedAt,
    timestampAt: act.timestampAt,
    reference: act.reference,
    certificateSerial: act.certificateSerial,
    certificateHolder: act.certificateHolder,
    maskedPhone: code?.maskedPhone ?? null,
    channel: code?.channel ?? null,
  };
}

type Names = {
  readonly workflow: Workflow;
  readonly signers: readonly Signer[];
  readonly language: Language;
  readonly provider: string;
};

function toReported(event: RecordedEvent, names: Names): ReportedEvent {
  return {
    at: new Date(event.at),
    who: actorName(event, names),
    what: eventText(event, { language: names.language, concerned: concernedName(event, names) }),
    hash: event.hash,
  };
}

function actorName(event: RecordedEvent, { workflow, signers, provider }: Names): string {
  if (event.actorKind === "sender") return initiatorName(workflow);
  return isByService(event) || event.signerId === null ? provider : nameOf(signers, event.signerId);
}

/** Whom an event is about; one that names no signer is about the initiator. */
function concernedName(event: RecordedEvent, { workflow, signers }: Names): string {
  return event.signerId === null ? initiatorName(workflow) : nameOf(signers, event.signerId);
}

const initiatorName = ({ initiator }: Workflow): string => `${initiator.firstName} ${initiator.lastName}`;

const fullName = (signer: Signer): string => `${signer.firstName} ${signer.lastName}`;

function nameOf(signers: readonly Signer[], signerId: string): string {
  const signer = signers.find((one) => one.signerId === signerId);
  if (signer === undefined) throw new Error(`signer ${signerId} is not of this workflow`);
  return fullName(signer);
}
