/** Owners prove who they are once more, and what that opens (contract/calls/cert-identity.ts; docs/decisions/0029). */
import {
  cancelIdentificationRevoke,
  changePassword as changePasswordCall,
  changePhone as changePhoneCall,
  changeSms,
  createCaseAusweisAppRevoke,
  lookAtChange as lookAtChangeCall,
  type OwnerReturned,
  type OwnersIdentification,
  offerToPhoneRevoke,
  startAusweisAppRevoke,
  startNectRevoke,
  stopChange as stopChangeCall,
} from "@siegel/contract/calls/cert-identity.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  askPersonAbout,
  beginEid,
  beginVideo,
  confirmName,
  declineName,
  endCheck,
  type NotBegun,
  type OwnersCheck,
  offerToPhone,
  openApproved,
  openHolder,
  openProven,
  ownersCheckOf,
  pollCheck,
  type StoredCheck,
  signUntil,
  takeCode,
  unconfirmedOf,
} from "../../rooms/identity-proofing/identity-proofing.ts";
import {
  askNewPhoneCode,
  changePassword,
  changePhone,
  lookAtChange,
  ownedById,
  stopChange,
  wishToIdentify,
} from "../../rooms/own-certificates/own-certificates.ts";
import { askedLanguage } from "../wire/asked-language.ts";
import { browserOf, clearIdentification, newBrowser, setBrowser, setCase } from "../wire/identification-cookies.ts";
import { referenceOf } from "../wire/identification-reference.ts";
import { networkOf } from "../wire/network-of.ts";
import { secretOf } from "../wire/secret-body.ts";
import { isOwnFetch } from "../wire/security.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { serveOpenCall } from "../wire/serve-call.ts";
import { visitorOf } from "../wire/visit-cookie.ts";
import { brokenPassword } from "./broken-password.ts";
import { isRead } from "./identified.ts";
import { notOurPage } from "./not-our-page.ts";
import { withWait } from "./with-wait.ts";

type From = {
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
  readonly ip: string;
  readonly userAgent: string;
};

/** Registers the calls of `contract/calls/cert-identity.ts`. */
export function certIdentityRoutes(app: FastifyInstance, deps: ServerDeps): void {
  beginnings(app, deps);
  changes(app, deps);

  serveOpenCall(app, createCaseAusweisAppRevoke, async ({ body, ...from }) => await returnTo(deps, from, body));

  serveOpenCall(app, cancelIdentificationRevoke, async ({ raw, ip, userAgent }) => {
    const check = await ownersCheckOf(deps.db, browserOf(raw));
    if (check?.state === "pending")
      await endCheck(deps, check.checkId, { state: "cancelled", failure: null, by: { ip, userAgent } });
    return { ok: true, data: null };
  });
}

type Wanted = Pick<Parameters<typeof wishToIdentify>[1], "certificateId" | "purpose"> & { readonly isOnPhone: boolean };

function beginnings(app: FastifyInstance, deps: ServerDeps): void {
  const begin = async ({ raw, ip, userAgent }: From, { isOnPhone, ...wanted }: Wanted) => {
    const wish = await wishToIdentify(deps, { ...wanted, browser: visitorOf(raw, deps.config) });
    if (!wish.ok) return wish;
    const { owner } = wish;
    const by = { ip, userAgent };
    return {
      ok: true,
      beginning: { owner, language: askedLanguage(raw), isOnPhone, browser: browserOf(raw), by },
    } as const;
  };

  serveOpenCall(app, startAusweisAppRevoke, async ({ query, ...from }) => {
    // It begins something: a scanner of links must not.
    if (!isOwnFetch(deps.config, from.raw)) return notOurPage;
    const { cert_id: certificateId, purpose, isMobile } = query;
    const made = await begin(from, { certificateId, purpose, isOnPhone: isMobile === "true" });
    if (!made.ok) return made;
    const begun = await beginEid(deps, made.beginning);
    if (!begun.ok) return refusalOf(begun);
    setBrowser(from.reply, deps.config, begun.browser);
    return { ok: true, data: { url: begun.url, expires_at: begun.expiresAt.toISOString() } };
  });

  serveOpenCall(app, offerToPhoneRevoke, async ({ body, ...from }) => {
    const { cert_id: certificateId, purpose } = body;
    const made = await begin(from, { certificateId, purpose, isOnPhone: true });
    if (!made.ok) return made;
    const offered = await offerToPhone(deps, made.beginning);
    if (!offered.ok) return refusalOf(offered);
    setBrowser(from.reply, deps.config, offered.browser);
    const { secret, digits, expiresAt } = offered;
    const url = `${deps.publicUrl}/identified/phone/${secret}`;
    return { ok: true, data: { url, digits, expires_at: expiresAt.toISOString() } };
  });

  serveOpenCall(app, startNectRevoke, async ({ body, ...from }) => {
    const wanted = { certificateId: body.cert_id, purpose: "revoke", isOnPhone: body.isMobile === true } as const;
    const made = await begin(from, wanted);
    if (!made.ok) return made;
    const begun = await beginVideo(deps, made.beginning);
    if (!begun.ok) return refusalOf(begun);
    setBrowser(from.reply, deps.config, begun.browser);
    setCase(from.reply, deps.config, begun.uuid);
    return { ok: true, data: { nect_uuid: begun.uuid, nect_url: begun.url } };
  });
}

function refusalOf(refused: NotBegun): WireRefusal {
  const wait = "retryAfterSeconds" in refused ? { retryAfterS: refused.retryAfterSeconds } : {};
  return { ok: false, code: refused.code, ...wait };
}

type Claim = { readonly code?: string | undefined; readonly confirmed?: boolean | undefined };
type Answer = { readonly ok: true; readonly data: OwnerReturned } | WireRefusal;
const refusedReturn = { ok: false, code: "IDENTIFICATION_REFUSED", act: "foreign_return" } as const;

/** By the code of the address, by the person's word, or by the cookie of the browser that began. */
async function returnTo(deps: ServerDeps, from: From, { code, confirmed }: Claim): Promise<Answer> {
  const browser = browserOf(from.raw);
  const by = { ip: from.ip, userAgent: from.userAgent };
  if (confirmed === false) {
    await declineName(deps, { browser, by });
    clearIdentification(from.reply, deps.config);
    return { ok: true, data: { kind: "declined" } };
  }
  if (confirmed === true) {
    const check = await confirmName(deps, { browser, by });
    return check === null || browser === null
      ? { ok: false, code: "SESSION_ENDED" }
      : await standing(deps, from, { check, browser });
  }
  if (code !== undefined) return await byCode(deps, from, code);
  const check = await ownersCheckOf(deps.db, browser);
  if (check !== null && browser !== null) return await standing(deps, from, { check, browser });
  // The page that asks for the name was loaded anew.
  const asked = browser === null ? null : await unconfirmedOf(deps.db, browser);
  return asked === null ? { ok: false, code: "SESSION_ENDED" } : askName(deps, asked);
}

async function byCode(deps: ServerDeps, from: From, code: string): Promise<Answer> {
  const browser = browserOf(from.raw);
  const by = { ip: from.ip, userAgent: from.userAgent };
  // The link of a mail may be opened anywhere: there it counts from then on, whatever was begun there meanwhile.
  const opening = newBrowser(deps.random);
  const approved = await openApproved(deps, { secret: code, browser: opening, by });
  if (approved !== null) return await standing(deps, from, { check: approved, browser: opening });
  const came = await takeCode(deps, { code, browser, by });
  if (!came.ok)
    return came.why === "elsewhere"
      ? { ok: false, code: "IDENTIFICATION_ELSEWHERE", act: "foreign_return" }
      : refusedReturn;
  const { check } = came;
  if (check.purpose === "sign") return refusedReturn;
  if (came.kind === "helper") return { ok: true, data: { kind: "elsewhere", is_read: isRead(check) } };
  if (came.kind === "identification") return await standing(deps, from, { check, browser: came.browser });
  setBrowser(from.reply, deps.config, came.newBrowser);
  return askName(deps, check);
}

function askName(deps: ServerDeps, check: StoredCheck): Answer {
  if (check.purpose === "sign") return refusedReturn;
  const { firstName, lastName } = openHolder(deps.identitySecret, check);
  return { ok: true, data: { kind: "confirm", first_name: firstName, last_name: lastName } };
}

async function standing(
  deps: ServerDeps,
  { reply, ip, userAgent }: From,
  { check, browser }: { readonly check: StoredCheck; readonly browser: string },
): Promise<Answer> {
  if (check.purpose === "sign") return refusedReturn;
  // From here on they have half an hour, however long the way was.
  setBrowser(reply, deps.config, browser);
  const polled = await pollCheck(deps, check);
  if (polled.purpose === "sign") return refusedReturn;
  const now = await askPersonAbout(deps, polled, { ip, userAgent });
  const view = await viewOf(deps, now);
  return view === null ? { ok: false, code: "NOT_FOUND" } : { ok: true, data: { kind: "identification", ...view } };
}

/** What the owner is told; null: the certificate is forgotten. */
async function viewOf(deps: ServerDeps, check: OwnersCheck): Promise<OwnersIdentification | null> {
  const owned = await ownedById(deps, check.about.certificateId);
  if (owned === null) return null;
  const isTold = check.releasedAt !== null || (check.state !== "succeeded" && check.state !== "review");
  const state = isTold ? check.state : "pending";
  const isKnown = state === "succeeded" || state === "review";
  const proven = isKnown && check.sealed !== null ? openProven(deps.identitySecret, check, check.sealed) : null;
  return {
    state,
    purpose: check.purpose,
    failure: check.failure,
    route: check.route,
    reference: referenceOf(check),
    identified_at: (isTold ? check.answeredAt : null)?.toISOString() ?? null,
    use_until: (isTold ? signUntil(check) : null)?.toISOString() ?? null,
    is_used: check.usedAt !== null,
    on_document: proven === null ? null : `${proven.firstNames} ${proven.lastName}`,
    certificate: {
      certificate_id: owned.certificateId,
      serial_number: owned.serial,
      signer_id: owned.holderId,
      holder: owned.name,
      type: owned.level,
      status: owned.state,
      not_after: owned.notAfter.toISOString(),
      masked_phone: owned.phone === null ? null : maskPhone(owned.phone),
    },
  };
}

function changes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(app, changeSms, async ({ body, raw, ip, userAgent }) => {
    const place = { browser: browserOf(raw), language: askedLanguage(raw), network: networkOf(ip), ip, userAgent };
    const asked = await askNewPhoneCode(deps, { ...place, phone: body.phone });
    return asked.ok ? { ok: true, data: asked.code } : withWait(asked);
  });

  serveOpenCall(app, changePhoneCall, async ({ body, raw, ip, userAgent }) => {
    const { id, otp, input_otp } = body;
    const typed = { id, otp: otp ?? input_otp ?? "", browser: browserOf(raw), ip, userAgent };
    const done = await changePhone(deps, typed);
    return done.ok ? { ok: true, code: "SUCCESS_CHANGE_PHONE", data: done.changed } : done;
  });

  const options = { secrets: ["password"] } as const;
  serveOpenCall(
    app,
    changePasswordCall,
    async ({ raw, ip, userAgent }) => {
      const chosen = { browser: browserOf(raw), password: secretOf(raw, "password"), ip, userAgent };
      const done = await changePassword(deps, chosen);
      if (done.ok) return { ok: true, code: "SUCCESS_CHANGE_PASSWORD", data: done.changed };
      return "faults" in done ? brokenPassword(done.faults) : done;
    },
    options,
  );

  serveOpenCall(app, lookAtChangeCall, async ({ params }) => {
    const found = await lookAtChange(deps, params.secret);
    return found.ok ? { ok: true, data: found.change } : found;
  });

  serveOpenCall(app, stopChangeCall, async ({ params, ip, userAgent }) => {
    const stopped = await stopChange(deps, { secret: params.secret, ip, userAgent });
    return stopped.ok ? { ok: true, code: "REVOKE_SUCCESS", data: stopped.change } : stopped;
  });
}
