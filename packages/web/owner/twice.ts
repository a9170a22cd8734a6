import { isLost, type Refusal } from "../api/answer.ts";

/** Once more where the answer was lost: for calls that may be made again. */
export async function twice<A extends { readonly ok: true } | Refusal>(call: () => Promise<A>): Promise<A> {
  const answer = await call();
  return !answer.ok && isLost(answer) ? await call() : answer;
}
