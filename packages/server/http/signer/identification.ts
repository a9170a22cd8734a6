/** A signer begins an identification, asks how it stands, and ends it (contract/calls/identification.ts; docs/flows/identification.md). */
import {
  cancelIdentification,
  getIdentification,
  lookAtPhoneOffer,
  offerToPhone as offerToPhoneCall,
  startAusweisApp,
  startNect,
  takePhoneOffer,
} from "@siegel/contract/calls/identification.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { brandingOf } from "../../rooms/accounts/accounts.ts";
import { certificateStatusOf } from "../../rooms/certificates/certificates.ts";
import {
  beginEid,
  beginVideo,
  checkOfBrowser,
  endCheck,
  lookAtOffer,
  type NotBegun,
  offerToPhone,
  pollCheck,
  type SignersCheck,
  type StoredCheck,
  takeOffer,
  waitingOf,
} from "../../rooms/identity-proofing/identity-proofing.ts";
import type { Session } from "../../rooms/login/login.ts";
import { loadWorkflow, type SignerContext } from "../../rooms/workflows/workflows.ts";
import { browserOf, setBrowser, setIdentificationCookies } from "../wire/identification-cookies.ts";
import { isOwnFetch } from "../wire/security.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { serveOpenCall, serveSignerCall } from "../wire/serve-call.ts";
import { identificationView, waitingView } from "./identification-view.ts";
import { notOurPage } from "./not-our-page.ts";

type Asking = {
  readonly session: Session;
  readonly ip: string;
  readonly userAgent: string;
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Registers the calls of a signer's session, and those of a phone that reads a card for a computer. */
export function identificationRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: startAusweisApp }, async ({ query, ...asking }) => {
    // It begins something: a scanner of links must not.
    if (!isOwnFetch(deps.config, asking.raw)) return notOurPage;
    const begun = await beginEid(deps, beginningOf(asking, { isOnPhone: query.isMobile === "true" }));
    if (!begun.ok) return refusalOf(begun);
    await setCookies(deps, asking, { browser: begun.browser });
    return { ok: true, data: { url: begun.url, expires_at: begun.expiresAt.toISOString() } };
  });

  serveSignerCall(app, { deps, call: startNect }, async ({ body, ...asking }) => {
    const begun = await beginVideo(deps, {
      ...beginningOf(asking, { isOnPhone: body.isMobile === true }),
      ...(body.workflow?.language === undefined ? {} : { language: body.workflow.language }),
    });
    if (!begun.ok) return refusalOf(begun);
    await setCookies(deps, asking, { browser: begun.browser, uuid: begun.uuid });
    return { ok: true, data: { nect_uuid: begun.uuid, nect_url: begun.url } };
  });

  serveSignerCall(app, { deps, call: getIdentification }, async ({ session, raw, reply }) => {
    const check = await ownCheck(deps, session, raw);
    const { signerId } = session.context.signer;
    if (check === null) {
      // Another browser handed it in: here it is told no more than that a person looks at it.
      const waiting = await waitingOf(deps.db, signerId);
      return { ok: true, data: waiting === null ? null : await waitingView(deps, session.context, waiting) };
    }
    const browser = browserOf(raw);
    if (browser !== null) setBrowser(reply, deps.config, browser);
    return { ok: true, data: await identificationView(deps, session.context, await pollCheck(deps, check)) };
  });

  serveSignerCall(app, { deps, call: cancelIdentification }, async ({ session, raw, ip, userAgent }) => {
    const check = await ownCheck(deps, session, raw);
    if (check?.state !== "pending") return { ok: true, data: null };
    await endCheck(deps, check.checkId, { state: "cancelled", failure: null, by: { ip, userAgent } });
    const ended = (await ownCheck(deps, session, raw)) ?? check;
    return { ok: true, data: await identificationView(deps, session.context, ended) };
  });

  phoneRoutes(app, deps);
}

function phoneRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: offerToPhoneCall }, async (asking) => {
    const offered = await offerToPhone(deps, beginningOf(asking, { isOnPhone: true }));
    if (!offered.ok) return refusalOf(offered);
    await setCookies(deps, asking, { browser: offered.browser });
    const { secret, digits, expiresAt } = offered;
    const url = `${deps.publicUrl}/identified/phone/${secret}`;
    return { ok: true, data: { url, digits, expires_at: expiresAt.toISOString() } };
  });

  serveOpenCall(app, lookAtPhoneOffer, async ({ params }) => {
    const offer = await lookAtOffer(deps, params.secret);
    if (offer === null) return gone;
    const { digits, state, check } = offer;
    return { ok: true, data: { digits, state, organisation: await senderOf(deps, check) } };
  });

  serveOpenCall(app, takePhoneOffer, async ({ params, body, ip, userAgent }) => {
    const taken = await takeOffer(deps, { secret: params.secret, agreed: body.agreed, by: { ip, userAgent } });
    if (taken === null) return gone;
    return taken.ok ? { ok: true, data: { url: taken.url } } : refusalOf(taken);
  });
}

const gone = { ok: false, code: "NO_IDENTIFICATION_FOUND" } as const;

/** The name of the organisation that asked for the signature; an owner's own certificate is the provider's. */
export async function senderOf(deps: ServerDeps, check: StoredCheck): Promise<string> {
  if (check.purpose !== "sign") return deps.providerName;
  const found = await loadWorkflow(deps.db, check.workflowId);
  return found === null ? "" : (await brandingOf(deps.db, found.workflow.organisationId)).name;
}

const ownCheck = (deps: ServerDeps, { context }: Session, raw: FastifyRequest): Promise<SignersCheck | null> =>
  checkOfBrowser(deps.db, { browser: browserOf(raw), signerId: context.signer.signerId });

const beginningOf = ({ session, raw, ip, userAgent }: Asking, { isOnPhone }: { readonly isOnPhone: boolean }) => ({
  context: session.context,
  language: session.context.signer.language,
  isOnPhone,
  browser: browserOf(raw),
  by: { ip, userAgent },
});

async function setCookies(
  deps: ServerDeps,
  { session, reply }: Asking,
  { browser, uuid }: { readonly browser: string; readonly uuid?: string },
): Promise<void> {
  setBrowser(reply, deps.config, browser);
  setIdentificationCookies(reply, deps.config, {
    ...(await toldOf(deps, session.context)),
    ...(uuid === undefined ? {} : { "nect-token": uuid }),
  });
}

/** What the specified cookies say of a signer. */
export async function toldOf(deps: ServerDeps, context: SignerContext) {
  const { certificate_exists } = await certificateStatusOf(deps, context);
  const { signerId, workflowId, type } = context.signer;
  return {
    signer_id: signerId,
    workflow_id: workflowId,
    signer_type: type,
    certificate_exists: certificate_exists ? "true" : "false",
  } as const;
}

function refusalOf(refused: NotBegun): WireRefusal {
  const wait = "retryAfterSeconds" in refused ? { retryAfterS: refused.retryAfterSeconds } : {};
  return { ok: false, code: refused.code, ...wait };
}
