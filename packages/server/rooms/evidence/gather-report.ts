/** Collects from the rooms before this one what an audit report says. */
import type { Language } from "@siegel/contract/limits.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { brandingOf } from "../accounts/accounts.ts";
import { type RecordedEvent, readTrail, trailHead } from "../audit-trail/audit-trail.ts";
import { publishedRoot } from "../authority/authority.ts";
import { namedOrganisation } from "../certificates/certificates.ts";
import { challengeFacts } from "../challenges/challenges.ts";
import {
  documentsInOrder,
  filesOf,
  type Revision,
  readSignatureImage,
  revisionsOf,
  type StoredFile,
  toldEmbedded,
} from "../documents/documents.ts";
import { type SignedAct, type SigningDeps, signedActsOf } from "../signing/signing.ts";
import type { Signer, Workflow } from "../workflows/workflows.ts";
import { eventText, isByService } from "./event-texts.ts";
import { numbersOf, plainSteps, type Step } from "./plain-steps.ts";
import type {
  ReportContent,
  ReportedDocument,
  ReportedEvent,
  ReportedRevision,
  ReportedSigner,
  ReportedStep,
} from "./report-content.ts";
import { pictureOf } from "./report-picture.ts";
import { stepText } from "./step-texts.ts";
import { viewedFiles } from "./viewed-files.ts";

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
  const files = documentsInOrder(await filesOf(deps.db, workflow.workflowId));
  const acts = await signedActsOf(deps.db, workflow.workflowId);
  const provider = deps.authority.providerName;
  const names = { workflow, signers, files, language, provider };
  return {
    language,
    zone: branding.timeZone ?? deps.zone,
    provider: { name: provider, anchorUrl: await publishedRoot(deps) },
    brand: { organisation: branding.name, colour: branding.colour },
    workflow: {
      id: workflow.workflowId,
      name: workflow.name,
      sender: { name: initiatorName(workflow), email: workflow.initiator.email },
      state: workflow.status,
      startedAt: workflow.createdAt,
      endedAt: workflow.status === "OPEN" ? null : workflow.endedAt,
      refusal:
        workflow.status === "REVOKED" && workflow.reason !== "" && !reported.keepsReason ? workflow.reason : null,
      keepsReason: reported.keepsReason,
    },
    documents: await gatherDocuments(deps, { ...reported, files, acts }),
    signers: await gatherSigners(deps, reported, acts),
    steps: plainSteps(trail).map((step) => toReportedStep(step, names)),
    events: trail.map((event) => toReported(event, names)),
    chainHead: head.hash,
    madeAt: at,
  };
}

type Gathered = Reported & { readonly files: readonly StoredFile[]; readonly acts: readonly SignedAct[] };

async function gatherDocuments(deps: SigningDeps, gathered: Gathered): Promise<ReportedDocument[]> {
  const { files } = gathered;
  const documents: ReportedDocument[] = [];
  for (const file of toldEmbedded(files)) {
    const revisions = await revisionsOf(deps.db, file.fileId);
    documents.push({
      name: file.name,
      pages: file.pages,
      isSigned: file.isSigned,
      attachmentOf: files.find(({ fileId }) => fileId === file.attachmentOf)?.name ?? null,
      embedded: file.embedded,
      earlierSignatures: file.earlierSignatures ?? 0,
      revisions: revisions.map((revision) => {
        const isFinal = gathered.workflow.status === "FINISHED" && revision === revisions.at(-1);
        return toRevision(revision, { ...gathered, file, isFinal, provider: deps.authority.providerName });
      }),
    });
  }
  return documents;
}

type RevisionFacts = Pick<Gathered, "signers" | "acts"> & {
  readonly file: StoredFile;
  readonly isFinal: boolean;
  readonly provider: string;
};

function toRevision({ sha256, size, cause }: Revision, facts: RevisionFacts): ReportedRevision {
  if (cause.kind !== "signature")
    return cause.kind === "original"
      ? { kind: "original", sha256, size }
      : { kind: "intake", sha256, size, by: facts.provider };
  const { signerId } = cause;
  const act = facts.acts.find((one) => one.signerId === signerId);
  const signed = act?.documents.find(({ fileId }) => fileId === facts.file.fileId);
  if (act === undefined || signed === undefined)
    throw new Error(`${facts.file.fileId} has a signature of ${signerId} without an act`);
  const { reference } = act;
  const { timestampAt } = signed;
  const by = nameOf(facts.signers, signerId);
  return { kind: "signature", sha256, size, by, reference, timestampAt, isFinal: facts.isFinal };
}

async function gatherSigners(
  deps: SigningDeps,
  { workflow, signers }: Pick<Reported, "workflow" | "signers">,
  acts: readonly SignedAct[],
): Promise<ReportedSigner[]> {
  const reported: ReportedSigner[] = [];
  for (const signer of signers) {
    const act = acts.find((one) => one.signerId === signer.signerId);
    reported.push({
      name: fullName(signer),
      email: signer.email,
      organisation: await namedOrganisation(deps.db, { workflow, signer }, act?.certificateHolder ?? null),
      level: signer.type,
      signature: act === undefined ? null : await gatherSignature(deps, act),
      declinedAt: workflow.status === "REVOKED" && workflow.refusedBy === signer.signerId ? workflow.endedAt : null,
      picture: await gatherPicture(deps, act),
    });
  }
  return reported;
}

async function gatherSignature(deps: SigningDeps, act: SignedAct): Promise<ReportedSigner["signature"]> {
  const code = act.challengeId === null ? null : await challengeFacts(deps.db, act.challengeId);
  return {
    approvedAt: act.approvedAt,
    signedAt: act.signedAt,
    reference: act.reference,
    certificateSerial: act.certificateSerial,
    certificateHolder: act.certificateHolder,
    certificateIssuer: act.certificateIssuer,
    maskedPhone: code?.maskedPhone ?? null,
    channel: code?.channel ?? null,
  };
}

async function gatherPicture(deps: SigningDeps, act: SignedAct | undefined): Promise<ReportedSigner["picture"]> {
  if (act === undefined || act.image === null) return null;
  return pictureOf(await readSignatureImage(deps.db, act.signerId), act.image);
}

type Names = {
  readonly workflow: Workflow;
  readonly signers: readonly Signer[];
  readonly files: readonly StoredFile[];
  readonly language: Language;
  readonly provider: string;
};

function toReportedStep(step: Step, names: Names): ReportedStep {
  const events = step.map((one) => one.event);
  // A turn that came is told by the mail about it.
  const told = events.filter(({ type }) => type.startsWith("message."));
  const [first, ...more] = told.length === 0 ? events : told;
  if (first === undefined) throw new Error("a step without events");
  const { language, files, signers } = names;
  const isShown = ({ type }: RecordedEvent): boolean => type === "signing.shown";
  return {
    numbers: numbersOf(step),
    at: new Date(first.at),
    until: more.length === 0 ? null : new Date(more.at(-1)?.at ?? first.at),
    who: actorName(first, names),
    what: stepText(step, {
      language,
      concernedIn: (event) => concernedName(event, names),
      sealsIn: (event) => sealsIn(event, names),
      documents: files.length,
      signers: signers.length,
    }),
    documents: placesOf(
      events.filter((event) => !isShown(event)),
      names,
    ),
    shown: placesOf(events.filter(isShown), names),
  };
}

/** The documents that events are about, each once, in the report's order. */
function placesOf(events: readonly RecordedEvent[], names: Names): ReportedStep["documents"] {
  const files = [...new Set(events.flatMap(({ fileId }) => fileId ?? []))];
  return files.flatMap((fileId) => documentOf({ fileId }, names) ?? []).sort((a, b) => a.number - b.number);
}

const sealsIn = ({ signerId }: RecordedEvent, { signers }: Names): boolean =>
  signers.some((signer) => signer.signerId === signerId && isSeal(signer.type));

function toReported(event: RecordedEvent, names: Names): ReportedEvent {
  const telling = {
    language: names.language,
    concerned: concernedName(event, names),
    seals: sealsIn(event, names),
    alone: names.files.length === 1,
  };
  return {
    at: new Date(event.at),
    who: actorName(event, names),
    what: eventText(event, telling),
    document: documentOf(event, names),
    viewed: viewedFiles(event, names.language).flatMap(({ fileId, sha256, how }) => {
      const document = documentOf({ fileId }, names);
      return document === null ? [] : [{ document, sha256, how }];
    }),
    hash: event.hash,
  };
}

function documentOf({ fileId }: { readonly fileId: string | null }, { files }: Names): ReportedEvent["document"] {
  const at = files.findIndex((file) => file.fileId === fileId);
  const file = files[at];
  return file === undefined ? null : { number: at + 1, name: file.name };
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
