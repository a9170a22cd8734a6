/** Begins an identification by ID card or by video. A second one in the same browser ends the first (decisions.md §13). */
import {
  eid_lasts_s,
  eid_token_path,
  type IdentificationRoute,
  video_hook_path,
  video_lasts_s,
  video_return_path,
} from "@siegel/contract/identification.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction, inTransactionAbout } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EidIssuer, EidProvider } from "../../ports/eid.ts";
import type { Random } from "../../ports/random.ts";
import type { VideoIdentProvider } from "../../ports/video-ident.ts";
import { checkMayRelease, lockWorkflow, type SignerContext } from "../workflows/workflows.ts";
import { type CheckActor, recordCheck } from "./check-events.ts";
import {
  addressSecretOf,
  longSecretOf,
  type NamedHolder,
  type NewSecret,
  sealHolder,
  sealQuestion,
} from "./check-secrets.ts";
import {
  type CheckSubject,
  insertCheck,
  lockAbout,
  lockPendingOf,
  type NewCheck,
  nthNewestBegun,
  type Step,
  saveState,
  saveStep,
} from "./checks-store.ts";
import type { IdentitySecret } from "./identity-data.ts";

/** What beginning asks of the world. */
export type CheckDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly identitySecret: IdentitySecret;
  /** Address of the web pages, without a slash at the end. */
  readonly publicUrl: string;
};

/** Whose certificate an owner proves who they are for, and what for; the caller has looked at their mailbox and at the certificate. */
export type OwnersWish = {
  readonly purpose: OwnersPurpose;
  readonly certificateId: string;
  /** The person in the certificate. */
  readonly holderId: string;
  readonly holder: NamedHolder;
};

/** Who begins, and the cookie that this browser holds of an identification before. */
export type Beginning = ({ readonly context: SignerContext } | { readonly owner: OwnersWish }) & {
  readonly by: NonNullable<CheckActor>;
  readonly language: Language;
  readonly isOnPhone: boolean;
  readonly browser: string | null;
};

/** Begun. `browser`: the secret for this browser's cookie. */
export type Begun<Where> = { readonly ok: true; readonly browser: string; readonly expiresAt: Date } & Where;

/** Why nothing was begun. */
export type NotBegun =
  | Extract<ReturnType<typeof checkMayRelease>, { readonly ok: false }>
  | { readonly ok: false; readonly code: "IDENTIFICATION_OFF" | "IDENTIFICATION_AWAY" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterSeconds: number };

/** A signer, or an owner for one certificate, may begin so many in an hour: each costs the provider something. */
const begun_per_hour_max = 20;
const hour_s = 3_600;

type Fresh = {
  readonly check: Omit<NewCheck, "provider">;
  readonly browser: NewSecret;
  readonly now: Date;
};

function fresh(
  deps: CheckDeps,
  beginning: Beginning,
  { route, lastsS }: { readonly route: IdentificationRoute; readonly lastsS: number },
): ({ readonly ok: true } & Fresh) | NotBegun {
  const now = deps.clock.now();
  const checkId = deps.random.id();
  if ("context" in beginning) {
    const allowed = checkMayRelease(beginning.context, "password-and-code", now);
    if (!allowed.ok) return allowed;
  }
  const subject = subjectOf(deps, checkId, beginning);
  const { language, isOnPhone } = beginning;
  const browser = longSecretOf(deps.random);
  const expiresAt = new Date(now.getTime() + lastsS * 1_000);
  const check = { checkId, subject, route, language, browserHash: browser.hash, isOnPhone, begunAt: now, expiresAt };
  return { ok: true, check, browser, now };
}

function subjectOf(deps: CheckDeps, checkId: string, beginning: Beginning): CheckSubject {
  if ("context" in beginning) {
    const { signerId, workflowId } = beginning.context.signer;
    return { purpose: "sign", workflowId, signerId };
  }
  const { purpose, certificateId, holderId, holder } = beginning.owner;
  const sealed = sealHolder(deps, { checkId, certificateId }, holder);
  return { purpose, about: { certificateId, holderId }, holder: new Uint8Array(sealed) };
}

/** Stores it and ends what this browser began before. Begins at once are counted one after the other, under the lock of their workflow or certificate. */
async function keep(
  deps: CheckDeps,
  beginning: Pick<Beginning, "browser" | "by">,
  { check, now }: { readonly check: NewCheck; readonly now: Date },
): Promise<{ readonly ok: true } | NotBegun> {
  const { subject } = check;
  const about = subject.purpose === "sign" ? subject.workflowId : subject.about.certificateId;
  return await inTransactionAbout(deps.db, about, async (db) => {
    if (subject.purpose === "sign") await lockWorkflow(db, subject.workflowId);
    else await lockAbout(db, subject.about.certificateId);
    const retryAfterSeconds = await secondsToWait(db, check);
    if (retryAfterSeconds > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterSeconds };
    await endEarlier(db, { ...beginning, now });
    await insertCheck(db, check);
    await recordCheck(db, { ...check, ...subject }, { type: "identification.begun", at: now, by: beginning.by });
    return { ok: true };
  });
}

/** Until one more may begin; 0: now. */
async function secondsToWait(db: Db, { subject, begunAt }: NewCheck): Promise<number> {
  const hour_ms = hour_s * 1_000;
  const since = new Date(begunAt.getTime() - hour_ms);
  const earliest = await nthNewestBegun(db, { subject, since, count: begun_per_hour_max });
  return earliest === null ? 0 : Math.ceil((earliest.getTime() + hour_ms - begunAt.getTime()) / 1_000);
}

/** Goes on with a step that a provider made possible; null: it is away. What the browser began before ends only now: otherwise it may still come to an end. */
async function goOn(
  deps: CheckDeps,
  { beginning, check, step }: { readonly beginning: Beginning; readonly check: NewCheck; readonly step: Step | null },
): Promise<{ readonly ok: true } | NotBegun> {
  const isBegun = await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    if (step !== null) {
      await endEarlier(db, { ...beginning, now: at });
      return await saveStep(db, check.checkId, step);
    }
    await saveState(db, { ...check, state: "pending" }, { state: "failed", failure: "PROVIDER", endedAt: at });
    await recordCheck(
      db,
      { ...check, ...check.subject },
      { type: "identification.failed", at, by: null, failure: "PROVIDER" },
    );
    return false;
  });
  return isBegun ? { ok: true } : { ok: false, code: "IDENTIFICATION_AWAY" };
}

async function endEarlier(
  db: Db,
  { browser, by, now }: Pick<Beginning, "browser" | "by"> & { readonly now: Date },
): Promise<void> {
  if (browser === null) return;
  for (const earlier of await lockPendingOf(db, digestOfSecret(browser))) {
    await saveState(db, earlier, { state: "cancelled", failure: "REPLACED", endedAt: now });
    await recordCheck(db, earlier, { type: "identification.cancelled", at: now, by, failure: "REPLACED" });
  }
}

/** Begins with an ID card: the link that opens the app, or the issuer's page. */
export async function beginEid(
  deps: CheckDeps & { readonly eid: EidProvider | null },
  beginning: Beginning,
): Promise<Begun<{ readonly url: string }> | NotBegun> {
  const { eid } = deps;
  if (eid === null) return { ok: false, code: "IDENTIFICATION_OFF" };
  const made = fresh(deps, beginning, { route: "eid", lastsS: eid_lasts_s });
  if (!made.ok) return made;
  const { browser, now } = made;
  const { expiresAt } = made.check;
  if (eid.kind === "issuer") return await beginAtIssuer(deps, eid, { beginning, made });
  const token = addressSecretOf(deps.random);
  const check = { ...made.check, provider: eid.name, tokenHash: token.hash };
  const kept = await keep(deps, beginning, { check, now });
  if (!kept.ok) return kept;
  const url = eid.clientLink(tokenUrl(deps, token), { isPhone: beginning.isOnPhone });
  return { ok: true, browser: browser.secret, expiresAt, url };
}

/** Kept before the issuer is asked, so that it counts. */
async function beginAtIssuer(
  deps: CheckDeps,
  eid: EidIssuer,
  { beginning, made: { browser, now, ...made } }: { readonly beginning: Beginning; readonly made: Fresh },
): Promise<Begun<{ readonly url: string }> | NotBegun> {
  const check = { ...made.check, provider: eid.name };
  const kept = await keep(deps, { ...beginning, browser: null }, { check, now });
  if (!kept.ok) return kept;
  const asked = await askIssuer(deps, eid, { checkId: check.checkId, language: beginning.language });
  const went = await goOn(deps, { beginning, check, step: asked.ok ? asked.step : null });
  if (!went.ok || !asked.ok) return { ok: false, code: "IDENTIFICATION_AWAY" };
  return { ok: true, browser: browser.secret, expiresAt: check.expiresAt, url: asked.url };
}

const tokenUrl = ({ publicUrl }: Pick<CheckDeps, "publicUrl">, { secret }: NewSecret): string =>
  `${publicUrl}${eid_token_path}/${secret}`;

/** The state of the question is what the browser comes back with. */
async function askIssuer(
  deps: CheckDeps,
  eid: EidIssuer,
  { checkId, language }: { readonly checkId: string; readonly language: Language },
) {
  const [state, nonce, verifier] = [0, 1, 2].map(() => longSecretOf(deps.random)) as [NewSecret, NewSecret, NewSecret];
  const question = { state: state.secret, nonce: nonce.secret, verifier: verifier.secret };
  const address = await eid.addressFor(question, { language });
  if (address.kind === "away") return { ok: false, code: "IDENTIFICATION_AWAY" } as const;
  const step = { question: sealQuestion(deps, checkId, question), ref_hash: state.hash };
  return { ok: true, url: address.url, step } as const;
}

/** A computer offers the reading of the card to a phone: the secret of the QR code, and two digits for both to show. */
export async function offerToPhone(
  deps: CheckDeps & { readonly eid: EidProvider | null },
  beginning: Beginning,
): Promise<Begun<{ readonly secret: string; readonly digits: string }> | NotBegun> {
  const { eid } = deps;
  if (eid === null) return { ok: false, code: "IDENTIFICATION_OFF" };
  const made = fresh(deps, { ...beginning, isOnPhone: true }, { route: "eid", lastsS: eid_lasts_s });
  if (!made.ok) return made;
  const { check, browser, now } = made;
  const offered = addressSecretOf(deps.random);
  const digits = deps.random.digits(2);
  const offer = { hash: offered.hash, digits };
  const kept = await keep(deps, beginning, { check: { ...check, provider: eid.name, offer }, now });
  if (!kept.ok) return kept;
  return { ok: true, browser: browser.secret, expiresAt: check.expiresAt, secret: offered.secret, digits };
}

/** Begins the reading on the phone that took an offer. */
export async function beginOffered(
  deps: CheckDeps & { readonly eid: EidProvider },
  check: { readonly checkId: string; readonly language: Language },
): Promise<{ readonly ok: true; readonly url: string } | NotBegun> {
  const { eid } = deps;
  if (eid.kind === "issuer") {
    const asked = await askIssuer(deps, eid, check);
    if (!asked.ok) return asked;
    const isPending = await saveStep(deps.db, check.checkId, asked.step);
    return isPending ? { ok: true, url: asked.url } : { ok: false, code: "IDENTIFICATION_AWAY" };
  }
  const token = addressSecretOf(deps.random);
  const isPending = await saveStep(deps.db, check.checkId, { token_hash: token.hash });
  if (!isPending) return { ok: false, code: "IDENTIFICATION_AWAY" };
  return { ok: true, url: eid.clientLink(tokenUrl(deps, token), { isPhone: true }) };
}

/** Begins a case at the video provider; kept before it is asked, so that its webhook finds it. */
export async function beginVideo(
  deps: CheckDeps & { readonly videoIdent: VideoIdentProvider | null },
  beginning: Beginning,
): Promise<Begun<{ readonly uuid: string; readonly url: string }> | NotBegun> {
  const { videoIdent, publicUrl } = deps;
  if (videoIdent === null) return { ok: false, code: "IDENTIFICATION_OFF" };
  const made = fresh(deps, beginning, { route: "video", lastsS: video_lasts_s });
  if (!made.ok) return made;
  const { browser, now } = made;
  const ref = addressSecretOf(deps.random);
  const check = { ...made.check, provider: videoIdent.name, refHash: ref.hash };
  const { firstName, lastName } = "context" in beginning ? beginning.context.signer : beginning.owner.holder;
  const kept = await keep(deps, { ...beginning, browser: null }, { check, now });
  if (!kept.ok) return kept;
  const begun = await videoIdent.begin({
    reference: check.checkId,
    firstName,
    lastName,
    language: beginning.language,
    returnUrl: `${publicUrl}${video_return_path}?ref=${ref.secret}`,
    webhookUrl: `${publicUrl}${video_hook_path}`,
  });
  const step = begun.kind === "begun" ? { provider_ref: begun.uuid } : null;
  const went = await goOn(deps, { beginning, check, step });
  if (!went.ok || begun.kind !== "begun") return { ok: false, code: "IDENTIFICATION_AWAY" };
  return { ok: true, browser: browser.secret, expiresAt: check.expiresAt, uuid: begun.uuid, url: begun.url };
}
