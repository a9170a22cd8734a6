/** Calls of the operator's desk: the session is a cookie, so nothing is sent beside it. A session that is over leads to the desk's login. */
import type { Answer } from "./answer.ts";
import { CallRefused } from "./client.ts";
import { limitCall, patience_ms } from "./limit-call.ts";
import {
  type OperatorCallData,
  type OperatorCallInput,
  type OperatorCallName,
  operatorCallTable,
} from "./operator-calls.ts";
import { sendCall } from "./send-call.ts";
import { forgetSessionTime } from "./session-time.ts";

const listeners = new Set<() => void>();

/** Told when the session is over; answers how to stop listening. */
export function onDeskLeft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session is over: the page shows the login where it is. */
export function leaveDesk(): void {
  forgetSessionTime();
  for (const listener of listeners) listener();
}

/** Makes a call. Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function callDesk<Name extends OperatorCallName>(
  name: Name,
  input: OperatorCallInput<Name>,
  asked?: AbortSignal,
): Promise<Answer<OperatorCallData<Name>>> {
  const { signal, stop } = limitCall(patience_ms, asked);
  const answer = await sendCall<OperatorCallData<Name>>(operatorCallTable[name], {
    ...input,
    headers: {},
    signal,
    keepalive: false,
  });
  stop();
  if (!answer.ok) console.warn(`${name} failed: ${answer.status} ${answer.code}`);
  if (!answer.ok && answer.status === 401) leaveDesk();
  return answer;
}

/** For queries: the data, or the refusal thrown. */
export async function deskOrThrow<Name extends OperatorCallName>(
  name: Name,
  input: OperatorCallInput<Name>,
  signal?: AbortSignal,
): Promise<OperatorCallData<Name>> {
  const answer = await callDesk(name, input, signal);
  if (!answer.ok) throw new CallRefused(answer);
  return answer.data;
}
