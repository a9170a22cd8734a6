/** The computer's side: asks for a secret, looks whether something was given, and takes it. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { handover_expires_s, handovers_per_session_max } from "@siegel/contract/limits.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import {
  checkOwnPartChangeable,
  readSignatureImage,
  type SignatureImage,
  saveSignatureImage,
} from "../documents/documents.ts";
import type { Session } from "../login/login.ts";
import { isOpen } from "./handover-rules.ts";
import { readOfSession, saveOpened, saveTaken } from "./handover-store.ts";

/** A secret for the phone, told once. */
export type OpenedHandover =
  | { readonly ok: true; readonly token: string; readonly expiresInS: number }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number }
  | { readonly ok: false; readonly code: ErrorCode };

/** Makes a secret for this session; the one before dies, and what was given with it. Refused where no image can be put any more. */
export async function openHandover(
  deps: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  { sessionId, context, left }: Session,
): Promise<OpenedHandover> {
  const now = deps.clock.now();
  const owner = { workflowId: context.workflow.workflowId, signerId: context.signer.signerId };
  const changeable = await checkOwnPartChangeable(deps.db, owner, now);
  if (!changeable.ok) return changeable;
  const token = Buffer.from(deps.random.bytes(32)).toString("base64url");
  const opened = await saveOpened(deps.db, {
    sessionId,
    tokenHash: digestOfSecret(token),
    expiresAt: new Date(now.getTime() + handover_expires_s * 1_000),
    openedMax: handovers_per_session_max,
  });
  // Only another session may have more.
  const retryAfterS = Math.max(1, Math.ceil(left.absoluteSeconds));
  return opened
    ? { ok: true, token, expiresInS: handover_expires_s }
    : { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
}

/** waiting: the phone may give something · given: it has · over: neither, and it cannot any more. */
export type HandoverState =
  | { readonly state: "none" | "waiting" | "over"; readonly image: null }
  | { readonly state: "given"; readonly image: SignatureImage };

/** How far the session's hand-over is. */
export async function handoverState(
  deps: { readonly db: Db; readonly clock: Clock },
  { sessionId }: Session,
): Promise<HandoverState> {
  const handover = await readOfSession(deps.db, sessionId);
  if (handover === null) return { state: "none", image: null };
  if (handover.image !== null) return { state: "given", image: handover.image };
  return { state: isOpen(handover, deps.clock.now()) ? "waiting" : "over", image: null };
}

/** Whose session takes what was given. */
export type Taking = { readonly session: Session; readonly ip: string; readonly userAgent: string };

/** The image that now stands in the signature, or why none does. */
export type TakenImage =
  | { readonly ok: true; readonly image: SignatureImage }
  | { readonly ok: false; readonly code: ErrorCode };

/** Puts what the phone gave into the signature; taken already, it answers what stands there. */
export async function takeHandover(
  deps: { readonly db: Db; readonly clock: Clock },
  { session, ip, userAgent }: Taking,
): Promise<TakenImage> {
  const handover = await readOfSession(deps.db, session.sessionId);
  const { workflow, signer } = session.context;
  const owner = { workflowId: workflow.workflowId, signerId: signer.signerId };
  if (handover === null || handover.givenAt === null) return { ok: false, code: "HANDOVER_OVER" };
  const { image } = handover;
  // The answer of the first time may have been lost.
  if (image === null) return await takenBefore(deps.db, owner.signerId);
  const saved = await saveSignatureImage(deps, { ...owner, image, ip, userAgent });
  if (!saved.ok) return saved;
  // Afterwards: where this is lost, it is taken once more, or forgotten in time.
  await saveTaken(deps.db, session.sessionId);
  return { ok: true, image };
}

async function takenBefore(db: Db, signerId: SignerId): Promise<TakenImage> {
  const image = await readSignatureImage(db, signerId);
  return image === null ? { ok: false, code: "HANDOVER_OVER" } : { ok: true, image };
}
