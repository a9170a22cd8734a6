/**
 * What the browser keeps of a signer's session (signer-side.md §3): header, workflow, user; how the act ended; the tick under the
 * terms, and the values of the signer's fields as pages showed them, until the session ends or another begins.
 * It is kept for one tab: a second link in a second tab is a second session, and neither ends the other.
 */
import type { UserView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import type { SignerPath } from "./paths.ts";
import { drop, dropAllBut, keep, readKept } from "./tab-storage.ts";

/** Sent with each call; `accessToken` is missing when the workflow was refused before login. */
export type SessionHeader = SignerPath & { readonly accessToken?: string };

/** Opens one of the summary pages. */
export type Outcome = "signed" | "revoked";

const keys = {
  header: "header",
  workflow: "workflow",
  user: "user",
  outcome: "outcome",
  terms: "terms",
  quick: "quick",
  shown: "shown",
  image: "image",
  unsaved: "unsaved",
  /** Of administration/entrance/registration-draft.ts. */
  registration: "registration",
  owner: "owner",
  /** Of owner/kept-reason.ts. */
  ownerReason: "ownerReason",
  /** Of i18n/language.ts. */
  language: "language",
} as const;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The stored header, or null without a session. */
export function readHeader(): SessionHeader | null {
  const value = readKept(keys.header);
  if (!isRecord(value) || typeof value.workflow_id !== "string" || typeof value.signer_id !== "string") return null;
  const ids = { workflow_id: value.workflow_id, signer_id: value.signer_id };
  return typeof value.accessToken === "string" ? { ...ids, accessToken: value.accessToken } : ids;
}

/** The workflow as last told by the server, or null. */
export function readWorkflow(): WorkflowView | null {
  const value = readKept(keys.workflow);
  return isRecord(value) && typeof value.signer_type === "string" ? (value as WorkflowView) : null;
}

/** Language and look as last told by the server, or null. */
export function readUser(): UserView | null {
  const value = readKept(keys.user);
  return isRecord(value) && isRecord(value.whitelabeling_pack) ? (value as UserView) : null;
}

/** Which summary page is open to this session. */
export function readOutcome(): Outcome | null {
  const value = readKept(keys.outcome);
  return value === "signed" || value === "revoked" ? value : null;
}

/** Whether the terms were ticked on the page before the code. */
export function readTermsTicked(): boolean {
  return readKept(keys.terms) === true;
}

/** Remembers the tick until the code is asked for. */
export function saveTermsTicked(): void {
  keep(keys.terms, true);
}

/** Whether the session came by quick login, which leads to the act past the documents. */
export function readCameQuickly(): boolean {
  return readKept(keys.quick) === true;
}

/** Remembers it until the session ends. */
export function saveCameQuickly(): void {
  keep(keys.quick, true);
}

/** Values of a signer's fields, as a page showed them. */
export type ShownValues = ReadonlyArray<{ readonly annotation_id: string; readonly value: string }>;

/** What the pages showed of each file so far, by its id. */
export function readShown(): Readonly<Record<string, ShownValues>> {
  const value = readKept(keys.shown);
  return isRecord(value) ? (value as Record<string, ShownValues>) : {};
}

/** Remembers what a page showed of a file, until it shows something else of it. */
export function saveShown(fileId: string, values: ShownValues): void {
  keep(keys.shown, { ...readShown(), [fileId]: values });
}

/** The id of the image that a page showed in the signature, null where it showed none; undefined before any page did. */
export function readShownImage(): string | null | undefined {
  const value = readKept(keys.image);
  return isRecord(value) && (typeof value.id === "string" || value.id === null) ? value.id : undefined;
}

/** Remembers which image a page showed in the signature, until it shows another. */
export function saveShownImage(id: string | null): void {
  keep(keys.image, { id });
}

/** Forgets what was shown: it has to be looked at again. */
export function forgetShown(): void {
  drop(keys.image);
  drop(keys.shown);
}

/** Stores a header; the access token goes nowhere else. */
export function saveHeader(header: SessionHeader): void {
  keep(keys.header, header);
}

const afterSigning: ReadonlySet<WorkflowView["status"]> = new Set(["SIGNED", "FINISHED", "EXPIRED", "CANCELLED"]);

/** Stores what the server last told, without the access token, and the summary page it opens. */
export function saveWorkflow(told: { workflow: WorkflowView; user: UserView }): void {
  const { accessToken: _kept_in_the_header, ...workflow } = told.workflow;
  keep(keys.workflow, workflow);
  keep(keys.user, told.user);
  if (told.workflow.status === "REVOKED") saveOutcome("revoked");
  if (afterSigning.has(told.workflow.status)) saveOutcome("signed");
}

/** Opens a summary page. In this workflow there is nothing to fill in any more; what was typed in another still waits. */
export function saveOutcome(outcome: Outcome): void {
  const ended = readHeader()?.workflow_id;
  const waiting = Object.entries(readUnsaved()).filter(([, { workflow_id }]) => workflow_id !== ended);
  if (waiting.length === 0) drop(keys.unsaved);
  else keep(keys.unsaved, Object.fromEntries(waiting));
  keep(keys.outcome, outcome);
}

/** What was typed in a file and is not saved yet. What stands in an entry, its page knows (viewer/saving/unsaved-values.ts). */
export type UnsavedFile = { readonly workflow_id: string; readonly entries: unknown };

/** What waits to be saved, by file: of this workflow, and of others whose sessions ended in this tab before they could. */
export function readUnsaved(): Readonly<Record<string, UnsavedFile>> {
  const told = readKept(keys.unsaved);
  const files = Object.entries(isRecord(told) ? told : {}).flatMap(([id, file]) =>
    isRecord(file) && typeof file.workflow_id === "string"
      ? [[id, { workflow_id: file.workflow_id, entries: file.entries }] as const]
      : [],
  );
  return Object.fromEntries(files);
}

/** Keeps the entries of a file, null when none is left. Of whose workflow they are says the session that typed the first of them. */
export function saveUnsaved(fileId: string, entries: object | null): void {
  const { [fileId]: known, ...others } = readUnsaved();
  const workflow_id = known?.workflow_id ?? readHeader()?.workflow_id ?? "";
  keep(keys.unsaved, entries === null ? others : { ...others, [fileId]: { workflow_id, entries } });
}

/**
 * Forgets everything but the language, spoken and chosen, whose certificates a tab shows, and what was typed: what could not be saved waits for their next login, what
 * somebody typed to register for their return to that page.
 */
export function clearSession(): void {
  dropAllBut(keys.unsaved, keys.language, keys.registration, keys.owner, keys.ownerReason);
}

/** Whose certificates this tab shows: the address, whose proof the server knows. Null: of no one yet. */
export function readOwner(): string | null {
  const value = readKept(keys.owner);
  return typeof value === "string" ? value : null;
}

/** Keeps the address, or forgets it, and what they chose with it. */
export function keepOwner(email: string | null): void {
  if (email !== null) keep(keys.owner, email);
  else for (const key of [keys.owner, keys.ownerReason]) drop(key);
}
