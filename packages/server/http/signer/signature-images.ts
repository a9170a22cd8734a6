/** The image in a signer's signature, and its hand-over from a phone (contract/calls/signature-image.ts). */
import {
  deleteSignatureImage,
  getHandover,
  getImageArea,
  getSignatureImage,
  giveImage as giveImageCall,
  lookAtHandover as lookCall,
  openHandover as openCall,
  putSignatureImage,
  takeHandover as takeCall,
  type SignatureImage as WireImage,
} from "@siegel/contract/calls/signature-image.ts";
import {
  handover_burst_max,
  handover_per_second_max,
  signature_image_burst_max,
  signature_image_per_second_max,
} from "@siegel/contract/limits.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  checkImage,
  readSignatureImage,
  type SignatureImage,
  saveSignatureImage,
} from "../../rooms/documents/documents.ts";
import { giveImage, handoverState, lookAtHandover, openHandover, takeHandover } from "../../rooms/handover/handover.ts";
import { type Session, saveShown } from "../../rooms/login/login.ts";
import { imageArea } from "../../rooms/signing/signing.ts";
import { allowanceOf } from "../wire/address-bound.ts";
import { serveOpenCall, serveSignerCall } from "../wire/serve-call.ts";

/** Registers the calls of `contract/calls/signature-image.ts`. */
export function signatureImageRoutes(app: FastifyInstance, deps: ServerDeps): void {
  imageRoutes(app, deps);
  computerRoutes(app, deps);
  phoneRoutes(app, deps);
}

function imageRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const bounds = { burst: signature_image_burst_max, perSecond: signature_image_per_second_max };
  const waitOf = allowanceOf(deps.clock, bounds);
  const shown = ({ sessionId }: Session, image: string | null) => saveShown(deps.db, sessionId, { image });

  serveSignerCall(app, { deps, call: getSignatureImage }, async ({ session }) => {
    const image = await readSignatureImage(deps.db, session.context.signer.signerId);
    await shown(session, image?.id ?? null);
    return { ok: true, data: image === null ? null : toWire(image) };
  });

  serveSignerCall(app, { deps, call: putSignatureImage }, async ({ body, session, ip, userAgent }) => {
    // By signer: many of them may sit behind one address.
    const waitS = waitOf(session.context.signer.signerId);
    if (waitS > 0) return tooMany(waitS);
    const checked = checkImage(bytesOf(body));
    if (!checked.ok) return checked;
    const { image } = checked;
    const saved = await saveSignatureImage(deps, { ...ownerOf(session), image, ip, userAgent });
    if (!saved.ok) return saved;
    const wire = toWire(image);
    await shown(session, wire.id);
    return { ok: true, data: wire };
  });

  serveSignerCall(app, { deps, call: getImageArea }, async ({ params, session }) => {
    const box = { width: Math.max(1, Number(params.width)), height: Math.max(1, Number(params.height)) };
    return { ok: true, data: await imageArea(deps, session.context, box) };
  });

  serveSignerCall(app, { deps, call: deleteSignatureImage }, async ({ session, ip, userAgent }) => {
    const saved = await saveSignatureImage(deps, { ...ownerOf(session), image: null, ip, userAgent });
    if (!saved.ok) return saved;
    await shown(session, null);
    return { ok: true, data: true as const };
  });
}

function computerRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: openCall }, async ({ session }) => {
    const opened = await openHandover(deps, session);
    return opened.ok ? { ok: true, data: { token: opened.token, expires_in_s: opened.expiresInS } } : opened;
  });

  serveSignerCall(app, { deps, call: getHandover }, async ({ session }) => {
    const { state, image } = await handoverState(deps, session);
    return { ok: true, data: { state, image: image === null ? null : toWire(image) } };
  });

  serveSignerCall(app, { deps, call: takeCall }, async ({ session, ip, userAgent }) => {
    const taken = await takeHandover(deps, { session, ip, userAgent });
    if (!taken.ok) return taken;
    await saveShown(deps.db, session.sessionId, { image: taken.image.id });
    return { ok: true, data: toWire(taken.image) };
  });
}

/** The holder of the secret is unknown to us, so calls are limited for each address, whatever they ask. */
function phoneRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const waitOf = allowanceOf(deps.clock, { burst: handover_burst_max, perSecond: handover_per_second_max });

  serveOpenCall(app, lookCall, async ({ body, ip }) => {
    const waitS = waitOf(ip);
    if (waitS > 0) return tooMany(waitS);
    const looked = await lookAtHandover(deps, body.token);
    return looked.ok ? { ok: true, data: { expires_in_s: looked.expiresInS } } : looked;
  });

  serveOpenCall(app, giveImageCall, async ({ body, ip }) => {
    const waitS = waitOf(ip);
    if (waitS > 0) return tooMany(waitS);
    const given = await giveImage(deps, { token: body.token, bytes: bytesOf(body) });
    return given.ok ? { ok: true, data: true as const } : given;
  });
}

const tooMany = (retryAfterS: number) => ({ ok: false, code: "TOO_MANY_REQUESTS", retryAfterS }) as const;

function ownerOf({ context }: Session) {
  return { workflowId: context.workflow.workflowId, signerId: context.signer.signerId };
}

const bytesOf = ({ image }: { readonly image: string }): Uint8Array => Buffer.from(image, "base64");

const toWire = ({ id, width, height, png }: SignatureImage): WireImage => ({
  id,
  width,
  height,
  png: Buffer.from(png).toString("base64"),
});
