/** The one place where the web talks to the server: session header, envelope, banners, ended sessions (signer-side.md §8). */
import { fieldsNamed, whatOf } from "@siegel/contract/named-fields.ts";
import { codeOfEnd, rememberSession } from "../ended-session.ts";
import { clearSession, readHeader } from "../session.ts";
import { type Answer, mayWait, type Refusal } from "./answer.ts";
import { type CallData, type CallInput, type CallName, callTable } from "./calls.ts";
import { limitCall, patience_ms } from "./limit-call.ts";
import { notify } from "./notices.ts";
import { sendCall } from "./send-call.ts";
import { forgetSessionTime } from "./session-time.ts";

/**
 * `quiet`: the page itself shows what happened; no banner, no leaving. `marksFields`: it does so for refusals that name fields.
 * `toldByPage`: refusals of which the page itself tells, once it knows what became of the call. `patient`: the page tries again by itself, so a server that is away, or has too much to do, makes no banner.
 * `keepalive`: the call outlives its page.
 */
export type CallOptions = {
  readonly quiet?: boolean;
  readonly marksFields?: boolean;
  readonly patient?: boolean;
  readonly toldByPage?: (refusal: Refusal) => boolean;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
};

/**
 * Where an answer leads away from the page that asked: `root` where the session is over, `link` to the page of the signer's own
 * link, which says what became of the workflow, `signed` and `revoked` to its summary.
 */
export type Elsewhere = "root" | "link" | "signed" | "revoked";

let leave: ((to: Elsewhere) => void) | null = null;

/** Says how one gets elsewhere; set by whoever owns the addresses. */
export function onLeave(go: (to: Elsewhere) => void): void {
  leave = go;
}

/** Leaves the page: a session that is over, or a workflow that is. */
export function leaveTo(to: Elsewhere): void {
  leave?.(to);
}

/** What ended while the page was open: there is nothing left to do on it. */
const ends: ReadonlyMap<string, Elsewhere> = new Map([
  ["NO_WORKFLOW_FOUND_REVOKED", "revoked"],
  ["WORKFLOW_CANCELLED", "link"],
  ["WORKFLOW_EXPIRED", "link"],
  ["NOT_YOUR_TURN", "link"],
  ["ALREADY_SIGNED", "signed"],
  ["WORKFLOW_FINISHED", "signed"],
]);

/** What the next page says by itself, without a login before: a banner beside it would say it twice. */
const toldThere: ReadonlySet<string> = new Set([
  ...["NO_WORKFLOW_FOUND_REVOKED", "WORKFLOW_CANCELLED", "WORKFLOW_EXPIRED", "ALREADY_SIGNED", "WORKFLOW_FINISHED"],
  ...["SUCCESS_SIGNING", "SIGNING_PENDING", "SUCCESS_REVOKE"],
]);

/** Where a refusal leads, or null: the person can do something about it where they are (signer-side.md §8). */
export function elsewhereOf({ status, code }: Pick<Refusal, "status" | "code">): Elsewhere | null {
  if (status === 401 || status === 405) return "root";
  return ends.get(code) ?? null;
}

/** The header that proves the session, for calls that are not made here (the PDF reader). */
export function sessionHeaders(): Record<string, string> {
  const token = readHeader()?.accessToken;
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** Makes a call. Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function callApi<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<Answer<CallData<Name>>> {
  return await callAt<CallData<Name>>({ name, ...callTable[name] }, input, options);
}

/** Where a call goes, and its name in what is logged. */
export type CallPlace = { readonly name: string; readonly method: string; readonly path: string };

/** The same for a call of another table, which travels with the pages that make it. */
export async function callAt<Data>(
  place: CallPlace,
  input: {
    readonly params?: unknown;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
    readonly body?: unknown;
  },
  options: CallOptions = {},
): Promise<Answer<Data>> {
  const isTheirs = watchSession();
  const answer = await send<Data>(place, input, options);
  if (!answer.ok) log(place.name, answer);
  if (options.signal?.aborted !== true && options.quiet !== true && !isShownByPage(answer, options))
    show(answer, isTheirs());
  return answer;
}

function isShownByPage(answer: Answer<unknown>, options: CallOptions): boolean {
  if (answer.ok) return false;
  const { patient = false, marksFields = false } = options;
  if (options.toldByPage?.(answer) === true) return true;
  return (patient && mayWait(answer)) || (marksFields && fieldsNamed(answer.messages).length > 0);
}

/** For whoever helps a person at their screen: which call failed, and how; nothing of what was typed or told. */
function log(name: string, { status, code }: Refusal): void {
  console.warn(`${name} failed: ${status} ${code}`);
}

/** For queries: the data, or the refusal thrown. */
export async function callOrThrow<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options?: CallOptions,
): Promise<CallData<Name>> {
  return dataOf(await callApi(name, input, options));
}

/** The data of an answer, or the refusal thrown. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw new CallRefused(answer);
  return answer.data;
}

/** A refusal on its way through a query. */
export class CallRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Sessions that ended in this tab, and those of them of which the server has not answered yet. */
const ended = { begun: 0, open: 0 };

/** Called before one asks; what it answers tells, once the answer is there, whether the session that asked is still this tab's. */
export function watchSession(): () => boolean {
  const { begun, open } = ended;
  return () => open === 0 && begun === ended.begun;
}

/** Ends the session here and on the server; the server's part may fail, ours may not. Answers whether it is over there, too. */
export async function endSession(): Promise<boolean> {
  // Called before the session is forgotten: its token tells the server which of a browser's sessions ends.
  const told = callApi("logout", {}, { quiet: true });
  ended.begun += 1;
  ended.open += 1;
  clearSession();
  forgetSessionTime();
  const answer = await told;
  ended.open -= 1;
  return answer.ok || answer.status === 401;
}

/** Ends the session because it is over, or because the person says so: the page that follows offers the way back. Answers as `endSession`. */
export async function logOut(): Promise<boolean> {
  rememberSession();
  return await endSession();
}

async function send<Data>(
  place: CallPlace,
  input: {
    readonly params?: unknown;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
    readonly body?: unknown;
  },
  options: CallOptions,
): Promise<Answer<Data>> {
  const { signal, stop } = limitCall(acts.has(place.name) ? patience_of_acts_ms : patience_ms, options.signal);
  const keepalive = options.keepalive === true;
  const answer = await sendCall<Data>(place, { ...input, headers: sessionHeaders(), signal, keepalive });
  stop();
  return answer;
}

/** The server itself works on an act for a while before it answers that it goes on without us. */
const patience_of_acts_ms = 120_000;
const acts: ReadonlySet<string> = new Set(["signWorkflow", "signWithoutAuth", "signNowQes2Fa", "signWorkflowQes"]);

/**
 * Shows what an answer says, and leaves where nothing can be done any more; for calls that are not made here as well. `isTheirs` is what
 * `watchSession` says: that a session is over is no news to whoever ended it, and would lead them elsewhere than they are going.
 */
export function show(answer: Answer<unknown>, isTheirs: boolean): void {
  if (answer.ok) {
    if (answer.code !== null && !toldThere.has(answer.code)) notify("success", answer.code);
    return;
  }
  if (answer.status === 401 && !isTheirs) return;
  const to = elsewhereOf(answer);
  const code = answer.code === "SESSION_ENDED" ? codeOfEnd(answer.code) : answer.code;
  if (!toldThere.has(answer.code)) notify("failure", code, whatOf(answer.messages));
  if (answer.status === 401) void logOut();
  if (to !== null) leaveTo(to);
}
