/** Addresses that a person may have opened: whatever is wrong with one, a page of ours says it, and no answer for programs. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { answerFault } from "./answer-fault.ts";
import { isOtherHost, type Named } from "./security.ts";

/** Where the web says that there is nothing, and where to find the link. */
export const nowhere = "/notfound";

/** Leads a browser to a page; not kept, for the address may be a personal link. 303 asks for it by GET, 308 repeats the request. */
export const leadTo = (reply: FastifyReply, path: string, status: 303 | 308 = 303): FastifyReply =>
  reply.header("cache-control", "no-store").redirect(path, status);

/** Whether a person may be waiting for a page, rather than a program for an answer. A file is what has an extension. */
export function asksForPage(request: FastifyRequest): boolean {
  if (/^\/(api|pki|assets)(\/|$)|\.[a-z0-9]{1,8}$/i.test(merged(pathOf(request)))) return false;
  if (request.method === "GET" || request.method === "HEAD") return true;
  // When a form is sent, browsers say which answer they can show; programs that missed the API do not.
  return request.method === "POST" && (request.headers.accept ?? "").includes("text/html");
}

/**
 * A hook that leads to the page which an address means: without empty segments, which links have that were put together from
 * parts; and by GET where a form was sent to a page that takes none, before anybody reads the form.
 */
export async function leadToPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!asksForPage(request)) return;
  const target = targetOf(request);
  const path = pathOf(request);
  const meant = merged(path) + target.slice(path.length);
  if (meant !== target) return leadTo(reply, meant, 308);
  return request.is404 && request.method === "POST" ? leadTo(reply, meant) : undefined;
}

/** A hook that leads who asks for a page under another host name to the public URL: there its links, cookies and calls are ours. */
export function leadToPublicUrl(config: Named) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method !== "GET" && request.method !== "HEAD") return;
    const isForwarded = ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via"].some(
      (name) => request.headers[name] !== undefined,
    );
    if (!asksForPage(request) || !isOtherHost(config, { host: request.host, isForwarded })) return;
    return leadTo(reply, config.publicUrl + merged(targetOf(request)));
  };
}

/** `answerFault` where pages are served: for a person, an address that the framework refuses (half a character, a hidden file) does not exist. */
export function answerFaultOfPage(fault: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (fault.statusCode ?? 500) < 500 && asksForPage(request)
    ? leadTo(reply, nowhere)
    : answerFault(fault, request, reply);
}

/** Path and query; a proxy's form of a request names the host before them (RFC 9112 §3.2.2). */
const targetOf = ({ url }: FastifyRequest): string => url.replace(/^https?:\/\/[^/]*/i, "");
const pathOf = (request: FastifyRequest): string => targetOf(request).split("?")[0] ?? "";

// Backslashes too: browsers read them as slashes, and `/\host` in a Location would lead to another host.
const merged = (path: string): string => path.replace(/[/\\]{2,}/g, "/");
