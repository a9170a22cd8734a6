/** How a link is tried and how a session begins, whether a form asks first or nobody does. */
import type { FirstLogin } from "@siegel/contract/first-html.ts";
import type { Answer, Refusal } from "../../api/answer.ts";
import type { CallData } from "../../api/calls.ts";
import { callApi, endSession } from "../../api/client.ts";
import { followUser } from "../../i18n/follow-user.ts";
import { currentLanguage } from "../../i18n/language.ts";
import { paths, type SignerPath } from "../../paths.ts";
import { clearSession, saveCameQuickly, saveHeader, saveOutcome, saveWorkflow } from "../../session.ts";
import { type Ending, endingOf } from "./ending.ts";

/** What a link leads to: a login, or a page that says why there is none. Null: an unknown link, to the page that says so. */
export type CheckedLink =
  | { readonly status: "ready"; readonly checked: CallData<"checkWorkflow"> }
  | { readonly status: "ended"; readonly ending: Ending; readonly checked: CallData<"checkWorkflow"> | null };

let leaving: Promise<unknown> = Promise.resolve();

/** Ends any session of this browser's tab; a login that follows waits until it is over. */
export function leaveSession(): Promise<unknown> {
  leaving = endSession();
  return leaving;
}

/** Where a link leads, as the first HTML tells it: a form that was refused is shown again unless its link is at an end. */
export function linkTold({ checked, refusal }: FirstLogin): CheckedLink {
  const ending = refusal === null ? null : endingOf(refusal);
  if (ending !== null && (checked === null || ending.kind !== "unavailable"))
    return { status: "ended", ending, checked };
  return checked === null
    ? { status: "ended", ending: { kind: "unavailable", contact: null }, checked }
    : { status: "ready", checked };
}

/** Ends any session of this browser's tab, then looks where the link leads. */
export async function checkLink(at: SignerPath): Promise<CheckedLink | null> {
  await leaveSession();
  const path = await callApi("checkPath", { body: at }, { quiet: true });
  const ending = path.ok ? null : endingOf(path);
  if (!path.ok && (ending === null || ending.kind === "unavailable")) return endedBy(path);
  const checked = await callApi("checkWorkflow", { body: at }, { quiet: true });
  if (!checked.ok) return ending === null ? endedBy(checked) : { status: "ended", ending, checked: null };
  await followUser(checked.data);
  // A link that has ended keeps the look of whoever sent it.
  return ending === null
    ? { status: "ready", checked: checked.data }
    : { status: "ended", ending, checked: checked.data };
}

function endedBy(refusal: Extract<Answer<unknown>, { ok: false }>): CheckedLink | null {
  const ending = endingOf(refusal);
  return ending === null ? null : { status: "ended", ending, checked: null };
}

/** What the login sends: `quick` says that nobody was asked. */
export type LoginClaims = { readonly password?: string; readonly gtcChecked: boolean; readonly quick?: true };

/** Logs in and stores the session; answers where to go, `open` where the signer has something to do, or the refusal. */
export async function openSession(
  at: SignerPath,
  { workflow, open }: { workflow: LoginClaims; open: string },
): Promise<string | Refusal> {
  await leaving;
  const body = { workflow: { ...workflow, language: currentLanguage() } };
  const answer = await callApi("workflowLogin", { params: at, body }, { quiet: true });
  if (!answer.ok) return answer;
  const next = await takeSession(at, { told: answer.data, open });
  if (workflow.quick === true) saveCameQuickly();
  return next;
}

/** Stores the session that a login opened; answers where to go, `open` where the signer has something to do. */
export async function takeSession(
  at: SignerPath,
  { told: answered, open }: { told: CallData<"workflowLogin">; open: string },
): Promise<string> {
  // What was shown or ticked before, perhaps to somebody else, is no part of this session.
  clearSession();
  if (answered === "REVOKED") {
    saveHeader(at);
    saveOutcome("revoked");
    return paths.revoked;
  }
  const { workflow: told, user } = answered;
  saveHeader({ ...at, ...(told.accessToken === undefined ? {} : { accessToken: told.accessToken }) });
  saveWorkflow({ workflow: told, user });
  await followUser(user);
  if (told.status === "REVOKED") return paths.revoked;
  // SIGNED is a finished act of this signer: there is nothing to fill in or confirm any more.
  return told.status === "OPEN" ? open : paths.finished;
}
