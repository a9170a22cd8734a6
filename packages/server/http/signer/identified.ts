/** Somebody comes back from an identification: the addresses that providers send browsers to, and the calls of the return pages. */
import { checkNect, createCaseAusweisApp, type Returned } from "@siegel/contract/calls/identification.ts";
import {
  addressSecret,
  eid_error_path,
  eid_refresh_path,
  eid_return_path,
  eid_token_path,
  type IdentificationRoute,
  video_return_path,
} from "@siegel/contract/identification.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ServerDeps } from "../../deps.ts";
import {
  arrive,
  type CameBack,
  checkOfBrowser,
  confirmName,
  declineName,
  fetchToken,
  type SignersCheck,
  type StoredCheck,
  takeCode,
  unconfirmedOf,
} from "../../rooms/identity-proofing/identity-proofing.ts";
import { enterAgain } from "../../rooms/login/login.ts";
import { loadSigner } from "../../rooms/workflows/workflows.ts";
import {
  browserOf,
  clearIdentification,
  setBrowser,
  setIdentificationCookies,
} from "../wire/identification-cookies.ts";
import { cookiesOf, setSignerCookie, userAgentOf } from "../wire/security.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { serveOpenCall } from "../wire/serve-call.ts";
import { senderOf, toldOf } from "./identification.ts";
import { identificationView } from "./identification-view.ts";
import { viewOf } from "./workflow-view.ts";

/** Registers the addresses, which stand in no description, and the calls. */
export function identifiedRoutes(app: FastifyInstance, deps: ServerDeps): void {
  tokenRoute(app, deps);
  arrivals(app, deps);

  serveOpenCall(app, createCaseAusweisApp, async ({ body, ...from }) =>
    returnTo(deps, from, { ...body, route: "eid", ids: null }),
  );

  serveOpenCall(app, checkNect, async ({ body, ...from }) => {
    const ids = { workflowId: body.workflow_id, signerId: body.signer_id };
    return await returnTo(deps, from, { ...body, route: "video", ids });
  });
}

const hidden = { schema: { hide: true } as object };

/** For the client on the person's device, which has no cookies of ours. */
function tokenRoute(app: FastifyInstance, deps: ServerDeps): void {
  app.get<{ Params: { secret: string } }>(`${eid_token_path}/:secret`, hidden, async (request, reply) => {
    const infoFor = (purpose: StoredCheck["purpose"]) => `${deps.providerName}: ${shownFor[purpose]}`;
    const fetched = await fetchToken(deps, { secret: request.params.secret, infoFor });
    void reply.header("cache-control", "no-store");
    // A client shows its own words for these.
    if (!fetched.ok)
      return reply
        .code(fetched.isKnown ? 410 : 404)
        .type("text/plain")
        .send("");
    return reply.type("text/xml; charset=utf-8").send(fetched.token);
  });
}

/** What the app shows the person before they type their PIN; it speaks German. */
const shownFor: Readonly<Record<StoredCheck["purpose"], string>> = {
  sign: "Identifizierung für eine qualifizierte Unterschrift",
  revoke: "Identifizierung, um Ihr Zertifikat zu sperren",
  change_phone: "Identifizierung für eine neue Telefonnummer zu Ihrem Zertifikat",
  change_password: "Identifizierung für ein neues Passwort zu Ihrem Zertifikat",
};

const eidQuery = z.object({
  ref: addressSecret,
  ResultMajor: z.string().max(200).optional(),
  ResultMinor: z.string().max(200).optional(),
});
const issuerQuery = z.object({ state: z.string().min(1).max(200), error: z.string().max(200).optional() });
const videoQuery = z.object({ ref: addressSecret });

function arrivals(app: FastifyInstance, deps: ServerDeps): void {
  const byClient = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = eidQuery.safeParse(request.query);
    if (!query.success) return leadBack(reply, "eid", null, "error=refused");
    const { ref, ResultMajor, ResultMinor } = query.data;
    const ended = ResultMinor === "cancellationByUser" ? "cancelled" : "client";
    return await arriveAt(deps, { request, reply }, { ref, ...(ResultMajor === "ok" ? {} : { ended }) });
  };
  app.get(eid_refresh_path, hidden, byClient);
  app.get(eid_error_path, hidden, byClient);

  app.get(eid_return_path, hidden, async (request, reply) => {
    const query = issuerQuery.safeParse(request.query);
    if (!query.success) return leadBack(reply, "eid", null, "error=refused");
    const answer = request.url.slice(request.url.indexOf("?") + 1);
    return await arriveAt(deps, { request, reply }, { ref: query.data.state, answer });
  });

  app.get(video_return_path, hidden, async (request, reply) => {
    const query = videoQuery.safeParse(request.query);
    if (!query.success) return leadBack(reply, "eid", null, "error=refused");
    return await arriveAt(deps, { request, reply }, { ref: query.data.ref });
  });
}

async function arriveAt(
  deps: ServerDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  says: { readonly ref: string; readonly answer?: string; readonly ended?: "cancelled" | "client" },
): Promise<FastifyReply> {
  const by = { ip: request.ip, userAgent: userAgentOf(request) };
  const arrived = await arrive(deps, { ...says, browser: browserOf(request), by });
  if (arrived.ok) return leadBack(reply, arrived.check.route, arrived.check, `code=${arrived.code}`);
  const { check } = arrived;
  const why = check?.failure === "REPLACED" ? "replaced" : arrived.why;
  return leadBack(reply, check?.route ?? "eid", check, `error=${why}`);
}

/** To the return page; its address tells nothing but a code or a word. */
function leadBack(
  reply: FastifyReply,
  route: IdentificationRoute,
  check: StoredCheck | null,
  query: string,
): FastifyReply {
  const page = pageOf(route, check);
  return reply.header("cache-control", "no-store").redirect(`${page}?${query}`, 303);
}

function pageOf(route: IdentificationRoute, check: StoredCheck | null): string {
  if (check === null) return "/identified/ausweisapp2";
  // A phone that reads an owner's card for a computer has the page that says so.
  if (check.purpose !== "sign") return `/nect/${encodeURIComponent(check.about.holderId)}`;
  return route === "video" ? `/identified/nect/${check.workflowId}/${check.signerId}` : "/identified/ausweisapp2";
}

type From = {
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
  readonly ip: string;
  readonly userAgent: string;
};
type Claim = {
  readonly code?: string | undefined;
  readonly confirmed?: boolean | undefined;
  readonly uuid?: string | undefined;
  readonly route: IdentificationRoute;
  readonly ids: { readonly workflowId: WorkflowId; readonly signerId: SignerId } | null;
};
type Answer = { readonly ok: true; readonly data: Returned } | WireRefusal;

async function returnTo(deps: ServerDeps, from: From, claim: Claim): Promise<Answer> {
  if (claim.confirmed === false) {
    const by = { ip: from.ip, userAgent: from.userAgent };
    await declineName(deps, { browser: browserOf(from.raw), by });
    clearIdentification(from.reply, deps.config);
    return { ok: true, data: { kind: "declined" } };
  }
  const came = await cameBack(deps, from, claim);
  if (came === null) return { ok: false, code: "SESSION_ENDED" };
  if (!came.ok) {
    const code = came.why === "elsewhere" ? "IDENTIFICATION_ELSEWHERE" : "IDENTIFICATION_REFUSED";
    return { ok: false, code, act: "foreign_return" };
  }
  const { check } = came;
  if (!isMeant(check, claim)) return { ok: false, code: "IDENTIFICATION_REFUSED", act: "foreign_return" };
  if (came.kind === "helper") return { ok: true, data: { kind: "elsewhere", is_read: isRead(check) } };
  const context = await loadSigner(deps.db, check.workflowId, check.signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  if (came.kind === "confirm") {
    setBrowser(from.reply, deps.config, came.newBrowser);
    const { firstName, lastName } = context.signer;
    const organisation = await senderOf(deps, check);
    return { ok: true, data: { kind: "confirm", first_name: firstName, last_name: lastName, organisation } };
  }
  const cookies = cookiesOf(from.raw, deps.config);
  const entered = await enterAgain(deps, { context, cookies });
  if (!entered.ok) return entered;
  setSignerCookie(from.reply, deps.config, { signerId: check.signerId, value: entered.session.cookie });
  // From here on they have half an hour, however long the way was.
  setBrowser(from.reply, deps.config, came.browser);
  setIdentificationCookies(from.reply, deps.config, await toldOf(deps, context));
  const view = await viewOf(deps, context, from.ip);
  const workflow = { ...view.workflow, accessToken: entered.session.accessToken };
  const identification = await identificationView(deps, context, check);
  return { ok: true, data: { kind: "identification", ...identification, entered: { ...view, workflow } } };
}

/** By the code of the address, by the person's word, or by the cookie of the browser that began; null: by nothing. */
async function cameBack(deps: ServerDeps, { raw, ip, userAgent }: From, claim: Claim): Promise<CameBack | null> {
  const browser = browserOf(raw);
  const returning = { browser, by: { ip, userAgent } };
  if (claim.code !== undefined) return await takeCode(deps, { ...returning, code: claim.code });
  const check =
    claim.confirmed === true
      ? await confirmName(deps, returning)
      : await checkOfBrowser(deps.db, { browser, route: claim.route });
  if (browser === null) return null;
  if (check !== null) return { ok: true, kind: "identification", check, browser };
  // The page that asks for the name was loaded anew.
  const asked = await unconfirmedOf(deps.db, browser);
  return asked === null ? null : { ok: true, kind: "confirm", check: asked, newBrowser: browser };
}

/** Also one that is still asked about, or looked at by a person. */
export const isRead = ({ state }: StoredCheck): boolean =>
  state !== "failed" && state !== "cancelled" && state !== "expired";

/** What the page says must not contradict what the cookie or code says. */
function isMeant(check: StoredCheck, { route, ids, uuid }: Claim): check is SignersCheck {
  if (check.purpose !== "sign") return false;
  const isSame = ids === null || (ids.workflowId === check.workflowId && ids.signerId === check.signerId);
  return check.route === route && isSame && (uuid === undefined || uuid === check.providerRef);
}
