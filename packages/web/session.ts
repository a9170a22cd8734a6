/**
 * What the browser keeps of a signer's session (signer-side.md §3): header, workflow, user; how the act ended; the tick under the
 * terms, and the values of the signer's fields as pages showed them, until the session ends or another begins.
 * It is kept for one tab: a second link in a second tab is a second session, and neither ends the other.
 */
import type { UserView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import type { SignerPath } from "./paths.ts";

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
  shown: "shown",
  image: "image",
} as const;

/** What was typed and is not saved yet (journey/documents/unsaved-values.ts). */
export const unsaved_key = "unsaved";

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null; // somebody else wrote there: as good as nothing
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The stored header, or null without a session. */
export function readHeader(): SessionHeader | null {
  const value = read(keys.header);
  if (!isRecord(value) || typeof value.workflow_id !== "string" || typeof value.signer_id !== "string") return null;
  const ids = { workflow_id: value.workflow_id, signer_id: value.signer_id };
  return typeof value.accessToken === "string" ? { ...ids, accessToken: value.accessToken } : ids;
}

/** The workflow as last told by the server, or null. */
export function readWorkflow(): WorkflowView | null {
  const value = read(keys.workflow);
  return isRecord(value) && typeof value.signer_type === "string" ? (value as WorkflowView) : null;
}

/** Language and look as last told by the server, or null. */
export function readUser(): UserView | null {
  const value = read(keys.user);
  return isRecord(value) && isRecord(value.whitelabeling_pack) ? (value as UserView) : null;
}

/** Which summary page is open to this session. */
export function readOutcome(): Outcome | null {
  const value = read(keys.outcome);
  return value === "signed" || value === "revoked" ? value : null;
}

/** Whether the terms were ticked on the page before the code. */
export function readTermsTicked(): boolean {
  return read(keys.terms) === true;
}

/** Remembers the tick until the code is asked for. */
export function saveTermsTicked(): void {
  sessionStorage.setItem(keys.terms, JSON.stringify(true));
}

/** Values of a signer's fields, as a page showed them. */
export type ShownValues = ReadonlyArray<{ readonly annotation_id: string; readonly value: string }>;

/** What the pages showed of each file so far, by its id. */
export function readShown(): Readonly<Record<string, ShownValues>> {
  const value = read(keys.shown);
  return isRecord(value) ? (value as Record<string, ShownValues>) : {};
}

/** Remembers what a page showed of a file, until it shows something else of it. */
export function saveShown(fileId: string, values: ShownValues): void {
  try {
    sessionStorage.setItem(keys.shown, JSON.stringify({ ...readShown(), [fileId]: values }));
  } catch {
    forgetShown(); // full: nothing is said about what was shown, rather than something that is no longer so
  }
}

/** The id of the image that a page showed in the signature, null where it showed none; undefined before any page did. */
export function readShownImage(): string | null | undefined {
  const value = read(keys.image);
  return isRecord(value) && (typeof value.id === "string" || value.id === null) ? value.id : undefined;
}

/** Remembers which image a page showed in the signature, until it shows another. */
export function saveShownImage(id: string | null): void {
  sessionStorage.setItem(keys.image, JSON.stringify({ id }));
}

/** Forgets what was shown: it has to be looked at again. */
export function forgetShown(): void {
  sessionStorage.removeItem(keys.image);
  sessionStorage.removeItem(keys.shown);
}

/** Stores a header; the access token goes nowhere else. */
export function saveHeader(header: SessionHeader): void {
  sessionStorage.setItem(keys.header, JSON.stringify(header));
}

const afterSigning: ReadonlySet<WorkflowView["status"]> = new Set(["SIGNED", "FINISHED", "EXPIRED"]);

/** Stores what the server last told, without the access token, and the summary page it opens. */
export function saveWorkflow(told: { workflow: WorkflowView; user: UserView }): void {
  const { accessToken: _kept_in_the_header, ...workflow } = told.workflow;
  sessionStorage.setItem(keys.workflow, JSON.stringify(workflow));
  sessionStorage.setItem(keys.user, JSON.stringify(told.user));
  if (told.workflow.status === "REVOKED") saveOutcome("revoked");
  if (afterSigning.has(told.workflow.status)) saveOutcome("signed");
}

/** Opens a summary page; there is nothing to fill in any more. */
export function saveOutcome(outcome: Outcome): void {
  sessionStorage.removeItem(unsaved_key);
  sessionStorage.setItem(keys.outcome, JSON.stringify(outcome));
}

/** Forgets everything but the language the person chose, and what they typed and could not save: that waits for their next login. */
export function clearSession(): void {
  const unsaved = sessionStorage.getItem(unsaved_key);
  sessionStorage.clear();
  if (unsaved !== null) sessionStorage.setItem(unsaved_key, unsaved);
}
