/**
 * A request to an address that somebody else chose (decisions.md §7, SSRF). Every address that its name resolves to must be public or of a
 * network that the operator allows, and the socket goes to exactly the addresses that were checked: a name that answers differently
 * a moment later changes nothing. Redirects are not followed.
 */
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { WebhookAnswer, WebhookFault } from "../../ports/webhooks.ts";
import { addressesByName, type Resolved } from "./names.ts";
import { isOfNetworks, isPublic, type Network } from "./public-address.ts";

/** How the world is asked; `resolve` and `timeoutMs` are the tests' to change. */
export type OutsideFetch = {
  /** Besides public addresses; without TLS only these. */
  readonly networks: readonly Network[];
  readonly resolve?: (host: string, signal: AbortSignal) => Promise<readonly Resolved[]>;
  readonly timeoutMs?: number;
};

/** What is sent. */
export type OutsidePost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};
/** The same, or a question without a body. */
export type OutsideRequest = Omit<OutsidePost, "body"> & {
  readonly method: "GET" | "POST";
  readonly body: Uint8Array | null;
};

/** For everything: the name, the connection, the answer. */
const outside_timeout_ms = 15_000;
/** What is read of an answer, so that a receiver is not cut off while it writes; nothing of it is kept. */
const answer_bytes_max = 8_192;

/** The address leads to where we do not go. */
class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** A host of a URL as an IP address, or null where it is a name. `URL` has brought `0x7f.1` and `2130706433` into the usual form. */
function literalOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? null : bare;
}

/** Whether an address may be spoken to, as far as its form says. */
export function mayBeSpokenTo(url: string, networks: readonly Network[]): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== "" || parsed.password !== "") return false;
  if (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && networks.length > 0)) return false;
  const literal = literalOf(parsed);
  return literal === null || mayBeConnected(literal, parsed, networks);
}

const mayBeConnected = (address: string, { protocol }: URL, networks: readonly Network[]): boolean =>
  isOfNetworks(address, networks) || (protocol === "https:" && isPublic(address));

/** Posts once. Never throws: what went wrong is the answer. */
export async function outsideFetch(how: OutsideFetch, post: OutsidePost): Promise<WebhookAnswer> {
  const signal = AbortSignal.timeout(how.timeoutMs ?? outside_timeout_ms);
  try {
    const answer = await askOutside(how, { ...post, method: "POST" }, signal);
    await skim(answer);
    return { kind: "answered", status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] ?? null };
  } catch (fault) {
    return { kind: "unanswered", fault: signal.aborted ? "timeout" : faultOf(fault) };
  }
}

/** Asks once and answers the head, with the body yet to be read. @throws when there is no answer, or the address leads to where we do not go */
export async function askOutside(
  how: OutsideFetch,
  request: OutsideRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!mayBeSpokenTo(request.url, how.networks)) throw new AddressRefused("the address leads to where we do not go");
  const url = new URL(request.url);
  const addresses = await beforeAbort(signal, addressesOf(url, how, signal));
  return await answerOf(url, request, { addresses, signal });
}

async function addressesOf(
  url: URL,
  { networks, resolve = addressesByName({ asksSystem: networks.length > 0 }) }: OutsideFetch,
  signal: AbortSignal,
): Promise<readonly Resolved[]> {
  const literal = literalOf(url);
  const resolved =
    literal === null ? await resolve(url.hostname, signal) : [{ address: literal, family: isIP(literal) }];
  if (resolved.length === 0 || resolved.some(({ address }) => !mayBeConnected(address, url, networks)))
    throw new AddressRefused("the address leads to where we do not go");
  return resolved;
}

async function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function answerOf(
  url: URL,
  { method, headers, body }: OutsideRequest,
  { addresses, signal }: { readonly addresses: readonly Resolved[]; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body === null ? {} : { "content-length": String(body.length) }) },
    lookup: only(addresses),
    // A connection of its own: one that is kept open could have been made to an address that was checked for somebody else.
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, options, resolve);
    request.on("error", reject);
    request.end(body ?? undefined);
  });
}

/** Resolves every name to the addresses that were checked. */
const only =
  (addresses: readonly Resolved[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };

/** Lets the receiver finish a short answer; a long or slow one is cut off. What its head said stands. */
async function skim(answer: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const part of answer) {
      size += (part as Uint8Array).length;
      if (size > answer_bytes_max) break;
    }
  } catch {
    // The head of the answer has arrived.
  }
  answer.destroy();
}

function faultOf(fault: unknown): WebhookFault {
  if (fault instanceof AddressRefused) return "address";
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|ETIMEOUT|EREFUSED|EBADNAME|EBADRESP|EFORMERR)/.test(code)) return "name";
  return /CERT|_TLS_|_SSL_|SIGNATURE/.test(code) ? "certificate" : "connection";
}
