/** One request on its way: path filled in, envelope read, the session's time noted. A dead network is an answer too. */
import { session_time_header } from "@siegel/contract/session-time.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { noteSessionTime } from "./session-time.ts";

/** What a call brings. `headers`: besides those of every call. */
export type Sending = {
  readonly params?: unknown;
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly keepalive: boolean;
};

const keepalive_chars_max = 20_000;

/** Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function sendCall<Data>(
  { method, path }: { readonly method: string; readonly path: string },
  { params, query, body: sent, headers, signal, keepalive }: Sending,
): Promise<Answer<Data>> {
  const body = method === "GET" ? undefined : JSON.stringify(sent ?? {});
  const asked = query === undefined ? "" : `?${new URLSearchParams(said(query))}`;
  try {
    const response = await fetch(fillPath(path, params) + asked, {
      method,
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      signal,
      // Browsers let 64 KiB outlive a page.
      keepalive: keepalive && (body ?? "").length < keepalive_chars_max,
    });
    noteSessionTime(response.headers.get(session_time_header));
    return readAnswer<Data>(response.status, await response.json(), response.headers.get("Retry-After"));
  } catch {
    return { ok: false, status: 0, code: "SERVICE_ERROR", messages: [], retryAfterSeconds: null };
  }
}

const said = (query: Readonly<Record<string, unknown>>): string[][] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}
