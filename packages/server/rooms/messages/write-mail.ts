/** From a workflow to a mail: picks the facts that this recipient may know. */

import type { Language } from "@siegel/contract/limits.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import { trial_over } from "@siegel/contract/message-kinds.ts";
import { isAuthenticated, isSeal } from "@siegel/contract/signer-kind.ts";
import type { Mail } from "../../ports/mail.ts";
import { entersQuickly, type Signer } from "../workflows/workflows.ts";
import { oneLine } from "./mail-escape.ts";
import type { Acts, MailFacts } from "./mail-texts.ts";
import { type Event, type Recipient, recipientsOf } from "./messages-rules.ts";
import { type MailLook, renderMail } from "./render-mail.ts";
import type { Copies } from "./signed-copies.ts";

/** What a mail is written from; `copies` is what travels with it. */
export type MailSource = {
  readonly event: Event;
  readonly recipient: Recipient;
  readonly documents: ReadonlyArray<{ readonly name: string; readonly pages: number; readonly isSigned: boolean }>;
  readonly copies: Copies;
  readonly look: MailLook;
};

/** The mail to one recipient. @throws when the recipient is no signer of the workflow */
export function writeMail(source: MailSource): Mail {
  const { event, recipient, look, copies } = source;
  const { workflow } = event;
  const to =
    recipient === null ? { ...workflow.initiator, language: workflow.language } : requireSigner(event, recipient);
  const { inline, ...rendered } = renderMail(factsOf(source, fullName(to)), look, to.language);
  return {
    ...rendered,
    to: { name: fullName(to), address: to.email },
    fromName: oneLine(`${look.organisation} (${look.provider})`),
    messageKey: [event.kind, workflow.workflowId, recipient ?? "initiator", event.actId ?? event.occasion ?? []]
      .flat()
      .join("."),
    attachments: [...inline, ...(copies.documents ?? []), ...(copies.report === null ? [] : [copies.report])],
  };
}

/** The language a recipient is written to in. @throws when the recipient is no signer of the workflow */
export function languageOf(event: Event, recipient: Recipient): Language {
  return recipient === null ? event.workflow.language : requireSigner(event, recipient).language;
}

function factsOf({ event, recipient, documents, copies, look }: MailSource, recipientName: string): MailFacts {
  const { workflow, signers } = event;
  const signer = recipient === null ? null : requireSigner(event, recipient);
  return {
    kind: event.kind,
    role: signer === null ? "initiator" : isSeal(signer.type) ? "sealer" : "signer",
    recipientName,
    workflowName: workflow.name,
    initiator: { name: fullName(workflow.initiator), email: workflow.initiator.email },
    documents: {
      // A sender who protects documents with a password does not want their names in mailboxes either.
      names: signer !== null && workflow.hasPassword ? [] : documents.map(({ name }) => name),
      count: documents.length,
      toSign: documents.filter(({ isSigned }) => isSigned).length,
      pages: documents.reduce((sum, document) => sum + document.pages, 0),
    },
    message: event.kind === "invitation" || event.kind === "reminder" ? workflow.message : null,
    expiresAt: workflow.expiresAt,
    endedAt: workflow.status === "OPEN" ? null : workflow.endedAt,
    link:
      signer === null
        ? null
        : loginLink(
            look.publicUrl,
            { workflow_id: workflow.workflowId, signer_id: signer.signerId },
            entersQuickly(workflow),
          ),
    hasSigned: signer?.status === "SIGNED",
    othersSigned: workflow.sequential && signers.some((other) => other.status === "SIGNED"),
    needsPhone: signer !== null && isAuthenticated(signer.type),
    needsPassword: signer !== null && workflow.hasPassword,
    refusal: refusalFor(event, recipient),
    failure: event.failure ?? null,
    progress: signer === null ? progressOf(signers) : null,
    carriesCopies: copies.documents !== null,
    carriesReport: copies.report !== null,
    hasOneSigner: signers.length === 1,
    hasOneMark: signers.length === 1 && documents.filter(({ isSigned }) => isSigned).length === 1,
    isTrialOver: event.occasion === trial_over,
    acts: actsOf(signers.map(({ type }) => isSeal(type))),
  };
}

/** Only the sender learns the reason; what another signer wrote in anger is not the others' business. */
function refusalFor(event: Event, recipient: Recipient): MailFacts["refusal"] {
  const { workflow, signers } = event;
  if (workflow.status !== "REVOKED") return null;
  const by = signers.find((signer) => signer.signerId === workflow.refusedBy);
  if (by === undefined) return null;
  const othersTold = recipientsOf(event, null).some((told) => told !== null);
  const told = recipient === null ? { email: by.email, reason: workflow.reason } : { email: null, reason: null };
  return { by: fullName(by), ...told, othersTold };
}

function progressOf(signers: readonly Signer[]): MailFacts["progress"] {
  const missing = signers.filter((one) => one.status !== "SIGNED").map(fullName);
  const signed = signers.filter((one) => one.status === "SIGNED").map(fullName);
  return { signed, total: signers.length, missing };
}

function requireSigner({ signers }: Event, recipient: Recipient): Signer {
  const signer = signers.find((candidate) => candidate.signerId === recipient);
  if (signer === undefined) throw new Error(`no signer ${recipient}`);
  return signer;
}

function fullName(person: {
  readonly firstName: string;
  readonly lastName: string;
  readonly language?: Language;
}): string {
  return oneLine(`${person.firstName} ${person.lastName}`);
}

function actsOf(seals: readonly boolean[]): Acts {
  if (seals.every((seal) => !seal)) return "sign";
  return seals.every(Boolean) ? "seal" : "both";
}
