/** Calls of people with an account: the session is a cookie, so nothing is sent beside it. A session that is over leads to `/`. */
import { whatOf } from "@siegel/contract/named-fields.ts";
import { rememberAccount } from "../ended-session.ts";
import {
  type AccountCallData,
  type AccountCallInput,
  type AccountCallName,
  accountCallTable,
} from "./account-calls.ts";
import type { Answer } from "./answer.ts";
import { CallRefused, leaveTo } from "./client.ts";
import { limitCall, patience_ms } from "./limit-call.ts";
import { notify } from "./notices.ts";
import { sendCall } from "./send-call.ts";
import { forgetSessionTime } from "./session-time.ts";

/** `quiet`: the page itself shows what happened, and stays. `toldByPage`: it does so for these codes. */
export type AccountCallOptions = {
  readonly quiet?: boolean;
  readonly toldByPage?: readonly string[];
  readonly signal?: AbortSignal;
};

/** Makes a call. Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function callAccount<Name extends AccountCallName>(
  name: Name,
  input: AccountCallInput<Name>,
  options: AccountCallOptions = {},
): Promise<Answer<AccountCallData<Name>>> {
  const { signal, stop } = limitCall(patience_ms, options.signal);
  const answer = await sendCall<AccountCallData<Name>>(accountCallTable[name], {
    ...input,
    headers: {},
    signal,
    keepalive: false,
  });
  stop();
  if (!answer.ok) console.warn(`${name} failed: ${answer.status} ${answer.code}`);
  if (options.signal?.aborted === true || options.quiet === true) return answer;
  if (answer.ok) {
    // SUCCESS says only that it worked: the page says what.
    if (answer.code !== null && answer.code !== "SUCCESS") notify("success", answer.code);
  } else if (answer.status === 401) leaveAccount();
  else if (options.toldByPage?.includes(answer.code) !== true) notify("failure", answer.code, whatOf(answer.messages));
  return answer;
}

/** For queries: the data, or the refusal thrown. */
export async function accountOrThrow<Name extends AccountCallName>(
  name: Name,
  input: AccountCallInput<Name>,
  options?: AccountCallOptions,
): Promise<AccountCallData<Name>> {
  const answer = await callAccount(name, input, options);
  if (!answer.ok) throw new CallRefused(answer);
  return answer.data;
}

/** The session is over: `/` says so and offers the login, with the way back to this page. */
export function leaveAccount(): void {
  forgetSessionTime();
  rememberAccount(window.location.pathname);
  leaveTo("root");
}
