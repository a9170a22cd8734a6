/**
 * The login page as the first HTML of a link: it can be read and sent before the application has loaded, or without it
 * (docs/flows/first-html.md). The page is made by the components of the web, as its build hands them over.
 */
import { brandCss } from "@siegel/contract/brand.ts";
import { enteredPath, type FirstFacts, language_cookie, type RenderFirstHtml } from "@siegel/contract/first-html.ts";
import { signerId, workflowId } from "@siegel/contract/ids.ts";
import { languages, password_chars_max } from "@siegel/contract/limits.ts";
import { loginPath } from "@siegel/contract/login-link.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ServerDeps } from "../../deps.ts";
import { checkSession } from "../../rooms/login/login.ts";
import { maintenanceLeftS } from "../wire/maintenance.ts";
import { answerFaultOfPage, leadTo, nowhere } from "../wire/page-address.ts";
import { tellRefusedAct } from "../wire/refused-acts.ts";
import { clearEntry, cookiesOf, entryOf, isFromElsewhere, setEntry, userAgentOf } from "../wire/security.ts";
import { retryAfterOf, sentencesOf, statusOf, type WireRefusal } from "../wire/send-refusal.ts";
import { checkedLink, type LinkTarget, logInAt, refusalOfLink } from "./entrance.ts";
import { viewOf } from "./workflow-view.ts";

/** What one build of the web made: its index, and what renders it. Each names files of that build, so they are read together. */
export type BuiltPages = { readonly index: string; readonly render: RenderFirstHtml };

/** A password of 1,024 characters in percent-encoded UTF-8, and some to spare. */
const form_bytes_max = 16 * 1024;

const link = z.object({ workflow_id: workflowId, signer_id: signerId });
const loginForm = z.object({
  password: z.string().optional(),
  terms: z.string().optional(),
  // A hidden field of our own: another value in it is not a person's mistake, so the form reports nothing.
  language: z.enum(languages).optional().catch(undefined),
});
const chosenLanguage = z.object({ language: z.enum(languages) });
const hidden = { schema: { hide: true } as object };

/** Registers the pages of a link, and the style sheets that carry a brand's colour: nothing inline passes our policy. */
export function firstHtmlRoutes(scope: FastifyInstance, deps: ServerDeps, built: BuiltPages): void {
  const pages = { deps, send: sender(deps, built) };
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: form_bytes_max },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  const path = "/login/:workflow_id/:signer_id";
  scope.setErrorHandler<FastifyError>(async (fault, request, reply) => {
    const status = fault.statusCode ?? 500;
    if (status < 500 && request.routeOptions.url === path) return await refuseForm(pages, { request, reply, status });
    if (status < 500) return answerFaultOfPage(fault, request, reply);
    // A service that is away tells its story in the application, which asks for itself.
    request.log.error({ fault, id: request.id }, "the first HTML could not be made");
    reply.code(503).header("cache-control", "no-store").type("text/html; charset=utf-8");
    return reply.send(built.index);
  });
  // The application learns of it from its calls and displays it.
  scope.addHook("onRequest", async (_request, reply) => {
    const left = maintenanceLeftS(deps);
    if (left === null) return;
    reply.code(503).header("retry-after", retryAfterOf(left)).header("cache-control", "no-store");
    return reply.type("text/html; charset=utf-8").send(built.index);
  });
  scope.get(
    "/",
    hidden,
    async (request, reply) =>
      await pages.send(request, reply, { kind: "start", sandbox_url: deps.config.sandbox?.url ?? null }),
  );
  scope.get(path, hidden, async (request, reply) => await showLogin(pages, request, reply));
  scope.post(path, hidden, async (request, reply) => await takeLogin(pages, request, reply));
  scope.get(`${path}/entered`, hidden, async (request, reply) => await handOver(pages, request, reply));
  scope.get<{ Params: { "*": string } }>("/workflow/:workflow_id/:signer_id/*", hidden, async (request, reply) =>
    showShell(pages, { request, reply, place: request.params["*"] }),
  );
  scope.get("/quickn8/:workflow_id/:signer_id", hidden, async (request, reply) =>
    showShell(pages, { request, reply, place: null }),
  );
  scope.get<{ Params: { sheet: string } }>("/brand/:sheet", hidden, async ({ params }, reply) => {
    const [, digits] = /^([0-9a-f]{6})\.css$/.exec(params.sheet) ?? [];
    if (digits === undefined) return reply.callNotFound();
    reply.header("cache-control", "public, max-age=31536000, immutable").type("text/css; charset=utf-8");
    return brandCss(`#${digits}`);
  });
}

type Pages = { readonly deps: ServerDeps; readonly send: Send };
type Page = FirstFacts["page"];
type Send = (request: FastifyRequest, reply: FastifyReply, page: Page, status?: number) => Promise<FastifyReply>;

function sender({ config }: ServerDeps, { index, render }: BuiltPages): Send {
  const around = { provider_name: config.provider.name, encrypted: config.publicUrl.startsWith("https://") };
  return async (request, reply, page, status = 200) => {
    const chosen = chosenLanguage.safeParse(request.query);
    if (chosen.success)
      reply.setCookie(language_cookie, chosen.data.language, { path: "/", sameSite: "lax", maxAge: 31_536_000 });
    const asked = {
      chosen: chosen.success ? chosen.data.language : (request.cookies[language_cookie] ?? null),
      accept: (request.headers["accept-language"] ?? "").slice(0, 500),
    };
    return (
      reply
        .code(status)
        // Fetch, "append a request Origin header": under no-referrer a form would be sent from nowhere, `Origin: null`.
        .header("referrer-policy", "same-origin")
        .header("cache-control", "no-store")
        .header("vary", "accept-language, cookie")
        .type("text/html; charset=utf-8")
        .send(render(index, { page, ...around }, asked))
    );
  };
}

/** The form of a link, or why there is none; an address that is not a link leads to the page that says so. */
async function showLogin({ deps, send }: Pages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ids = linkOf(request);
  const page = ids === null ? null : await loginOf(deps, ids, { refusal: null, ticked: false });
  if (page === null) return leadTo(reply, nowhere);
  return send(request, reply, page, page.refusal?.status);
}

/** A form that was sent without the application: in, or the page again with what was wrong. */
async function takeLogin({ deps, send }: Pages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ids = linkOf(request);
  if (ids === null) return leadTo(reply, nowhere);
  const { password, terms, language } = loginForm.catch({}).parse(request.body);
  const claim = { password, gtcChecked: terms !== undefined, language };
  const from = { ip: request.ip, userAgent: userAgentOf(request) };
  const told = refusedForm(deps, request, claim) ?? (await logInAt(deps, ids, claim, { ...from, raw: request, reply }));
  if (!told.ok) {
    tellRefusedAct(deps.securityLog, request, told);
    const page = await loginOf(deps, ids, { refusal: told, ticked: claim.gtcChecked });
    if (page === null) return leadTo(reply, nowhere);
    if (told.retryAfterS !== undefined) reply.header("retry-after", retryAfterOf(told.retryAfterS));
    return send(request, reply, page, page.refusal?.status);
  }
  const token = told.data === "REVOKED" ? "" : (told.data.workflow.accessToken ?? "");
  setEntry(reply, deps.config, { signerId: ids.signer_id, token });
  return leadTo(reply, enteredPath(ids));
}

/** A form that cannot be read, because it is too large or not ours: shows its page again, because a person is waiting for one. */
async function refuseForm(
  { deps, send }: Pages,
  {
    request,
    reply,
    status,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly status: number },
): Promise<FastifyReply> {
  const ids = linkOf(request);
  const refusal = { ok: false, code: "INVALID_REQUEST", status } as const;
  const page = ids === null ? null : await loginOf(deps, ids, { refusal, ticked: false });
  return page === null ? leadTo(reply, nowhere) : send(request, reply, page, page.refusal?.status);
}

function refusedForm(
  { config }: ServerDeps,
  request: FastifyRequest,
  { password = "" }: { readonly password?: string | undefined },
): WireRefusal | null {
  if (isFromElsewhere(config, request)) return { ok: false, code: "FORBIDDEN", act: "cross_site_call" };
  return password.length > password_chars_max ? { ok: false, code: "INVALID_REQUEST" } : null;
}

/**
 * A page that the application draws, in the look of its link, null for quick login's, which it only goes on with; where the link leads
 * nowhere the application says so.
 */
async function showShell(
  { deps, send }: Pages,
  {
    request,
    reply,
    place,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly place: string | null },
): Promise<FastifyReply> {
  const ids = linkOf(request);
  const checked = ids === null || (await refusalOfLink(deps, ids)) !== null ? null : await checkedLink(deps, ids);
  if (ids !== null && checked?.ok === true)
    return send(
      request,
      reply,
      place === null ? { kind: "quick", ids, checked: checked.data } : { kind: "shell", place, checked: checked.data },
    );
  reply.callNotFound();
  return reply;
}

/** Hands the session to the application, once: the token goes into the page and its cookie is taken back. */
async function handOver({ deps, send }: Pages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ids = linkOf(request);
  const token = ids === null ? null : entryOf(request, deps.config, ids.signer_id);
  if (ids === null || token === null) return leadTo(reply, ids === null ? nowhere : loginPath(ids));
  clearEntry(reply, deps.config, ids.signer_id);
  const checked = await checkSession(deps, {
    accessToken: token === "" ? null : token,
    cookies: cookiesOf(request, deps.config),
    purpose: "summary",
    workflowId: ids.workflow_id,
  });
  if (!checked.ok || checked.session.context.signer.signerId !== ids.signer_id) return leadTo(reply, loginPath(ids));
  if (token === "") return send(request, reply, { kind: "entered", ids, told: "REVOKED" });
  const view = await viewOf(deps, checked.session.context, request.ip);
  const told = { ...view, workflow: { ...view.workflow, accessToken: token } };
  return send(request, reply, { kind: "entered", ids, told });
}

/** The login page's facts; null where the link leads nowhere at all. */
async function loginOf(
  deps: ServerDeps,
  ids: LinkTarget,
  { refusal, ticked }: { readonly refusal: WireRefusal | null; readonly ticked: boolean },
): Promise<Extract<Page, { kind: "login" }> | null> {
  const ended = await refusalOfLink(deps, ids);
  if (ended !== null && statusOf(ended) === 404) return null;
  // A link that has ended keeps the branding of its sender.
  const checked = await checkedLink(deps, ids);
  if (!checked.ok && statusOf(checked) === 404) return null;
  const told = ended ?? (checked.ok ? refusal : checked);
  return {
    kind: "login",
    ids,
    checked: checked.ok ? checked.data : null,
    // The page says it in its own words, by the code; it takes only the names from these lines.
    refusal: told && { status: statusOf(told), code: told.code, messages: sentencesOf(told, "en") },
    ticked,
  };
}

function linkOf(request: FastifyRequest): LinkTarget | null {
  const named = link.safeParse(request.params);
  return named.success ? named.data : null;
}
