/** What the server answers, whoever asks (decisions.md §3): the envelope, and what a refusal is worth. Pure. */
import { whatOf } from "@siegel/contract/named-fields.ts";

/**
 * `retryAfterSeconds` is null unless the server said. `messages` are for people who build on the API, but for the first that names no
 * field: the sentence for the code may say it to signers too.
 */
export type Refusal = {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  readonly messages: readonly string[];
  readonly retryAfterSeconds: number | null;
};
export type Answer<Data> = { readonly ok: true; readonly code: string | null; readonly data: Data } | Refusal;

/** Whether trying the same again later may work: no network, or a fault on our side. */
export function mayPass(refusal: Refusal): boolean {
  return refusal.status === 0 || refusal.status >= 500;
}

/** Whether trying the same again later works, if perhaps much later: `retryAfterSeconds` says when. Nothing was done. */
export function mayWait(refusal: Refusal): boolean {
  return mayPass(refusal) || refusal.status === 429;
}

/** Whether no answer of ours came: nobody here knows whether the call was heard, or what became of it. */
export function isLost(refusal: Refusal): boolean {
  return refusal.status < 400;
}

/** Whether it may have been done all the same: its answer was lost, or we failed on the way. */
export function mayBeDone(refusal: Refusal): boolean {
  return isLost(refusal) || mayPass(refusal);
}

/** Reads the envelope of decisions.md §3; anything else is a fault on our side. */
export function readAnswer<Data>(status: number, body: unknown, retryAfter: string | null): Answer<Data> {
  const envelope = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const code = typeof envelope.code === "string" ? envelope.code : null;
  if (envelope.success === true && status < 400) return { ok: true, code, data: envelope.data as Data };
  const messages = Array.isArray(envelope.data)
    ? envelope.data.filter((line): line is string => typeof line === "string")
    : [];
  return {
    ok: false,
    status,
    code: code ?? (whatOf(messages) || "SERVICE_ERROR"),
    messages,
    retryAfterSeconds: readRetryAfter(retryAfter),
  };
}

/** The seconds of a `Retry-After`; null where there is none, or a date, which no answer of ours has. */
export function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
