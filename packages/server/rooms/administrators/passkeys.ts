/**
 * Passkeys (WebAuthn Level 3): a person logs in with a key that only their device has, after it has looked at them. Nothing that a browser
 * says of itself decides; the library checks signature, address, question and that the owner was verified.
 */
import { passkey_answer_s, passkeys_max } from "@siegel/contract/limits.ts";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OidcProvider } from "../../ports/oidc.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { readAdministrator, readLoginOf } from "./administrators-store.ts";
import { type EnterClaim, enter } from "./enter.ts";
import { isStillPassword, type PasswordRefusal, provePassword, whyNotPassword, wrongPassword } from "./own-password.ts";
import {
  deletePasskeys,
  insertPasskey,
  insertPasskeyChallenge,
  lockPasskey,
  readPasskeys,
  savePasskeyName,
  savePasskeyUsed,
  takePasskeyChallenge,
} from "./passkeys-store.ts";

/** Where passkeys belong to: the address of the web pages, and what the service is called. */
export type PasskeyPlace = { readonly publicUrl: string; readonly providerName: string };
type PasskeyDeps = MailingDeps & { readonly clock: Clock; readonly oidc: OidcProvider | null } & PasskeyPlace;
/** A question for a browser. */
export type Asked = { readonly challengeId: string; readonly options: object };
type Refused<Code extends string> = { readonly ok: false; readonly code: Code };

const placeOf = ({ publicUrl }: PasskeyPlace) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
};

const lastsUntil = ({ clock }: PasskeyDeps): Date => new Date(clock.now().getTime() + passkey_answer_s * 1_000);

/** Begins to add a passkey, after the password. */
export async function startPasskey(
  deps: PasskeyDeps,
  by: ActingPerson,
  password: string,
): Promise<({ readonly ok: true } & Asked) | PasswordRefusal> {
  const refusal = await whyNotPassword(deps, by, password);
  if (refusal !== null) return refusal;
  const { administratorId } = by;
  const person = await readAdministrator(deps.db, administratorId);
  const known = await readPasskeys(deps.db, administratorId);
  const options = await generateRegistrationOptions({
    rpName: deps.providerName,
    rpID: placeOf(deps).rpID,
    userName: person?.email ?? "",
    userDisplayName: `${person?.firstName} ${person?.lastName}`,
    userID: Uint8Array.from(Buffer.from(administratorId)),
    attestationType: "none",
    excludeCredentials: known.map(({ passkeyId: id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ok: true, ...(await remember(deps, administratorId, options)) };
}

async function remember(
  deps: PasskeyDeps,
  administratorId: ActingPerson["administratorId"] | null,
  options: { readonly challenge: string },
): Promise<Asked> {
  const challengeId = deps.random.id();
  const { challenge } = options;
  await insertPasskeyChallenge(deps.db, { challengeId, administratorId, challenge, expiresAt: lastsUntil(deps) });
  return { challengeId, options };
}

/** Adds the passkey that a browser has made. The question is used up, whatever comes of it. */
export async function addPasskey(
  deps: PasskeyDeps,
  by: ActingPerson,
  made: { readonly challengeId: string; readonly name: string; readonly response: object },
): Promise<{ readonly ok: true } | Refused<"PASSKEY_INVALID">> {
  const { administratorId } = by;
  const at = deps.clock.now();
  const challenge = await takePasskeyChallenge(deps.db, { challengeId: made.challengeId, administratorId, now: at });
  const credential = challenge === null ? null : await newCredential(deps, { challenge, response: made.response });
  if (credential === null || (await readPasskeys(deps.db, administratorId)).length >= passkeys_max)
    return { ok: false, code: "PASSKEY_INVALID" };
  return await inTransaction(deps.db, async (db) => {
    const { id: passkeyId, publicKey, counter, transports = [] } = credential;
    const row = { passkeyId, administratorId, publicKey, counter, transports, name: made.name, at };
    if (!(await insertPasskey(db, row))) return { ok: false, code: "PASSKEY_INVALID" };
    await recordChange(db, by, { at, type: "administrator.passkey-added", details: {} });
    await mailAccount({ ...deps, db }, "passkey_added", { administratorId });
    return { ok: true };
  });
}

async function newCredential(
  deps: PasskeyDeps,
  { challenge, response }: { readonly challenge: string; readonly response: object },
) {
  const { rpID, origin } = placeOf(deps);
  try {
    const checked = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    return checked.verified ? checked.registrationInfo.credential : null;
  } catch {
    // The library throws for whatever is wrong with an answer.
    return null;
  }
}

/** Renames a passkey. */
export async function renamePasskey(
  { db }: Pick<PasskeyDeps, "db">,
  { administratorId }: ActingPerson,
  to: { readonly passkeyId: string; readonly name: string },
): Promise<{ readonly ok: true } | Refused<"NOT_FOUND">> {
  return (await savePasskeyName(db, administratorId, to)) ? { ok: true } : { ok: false, code: "NOT_FOUND" };
}

/** Removes a passkey, after the password. */
export async function removePasskey(
  deps: PasskeyDeps,
  by: ActingPerson,
  { passkeyId, password }: { readonly passkeyId: string; readonly password: string },
): Promise<{ readonly ok: true } | Refused<"NOT_FOUND"> | PasswordRefusal> {
  const proven = await provePassword(deps, by, password);
  if (!proven.ok) return proven;
  return await inTransaction(deps.db, async (db) => {
    const { administratorId } = by;
    if (!(await isStillPassword(db, by, proven))) return wrongPassword;
    if ((await deletePasskeys(db, administratorId, passkeyId)) === 0) return { ok: false, code: "NOT_FOUND" };
    const at = deps.clock.now();
    await recordChange(db, by, { at, type: "administrator.passkey-removed", details: {} });
    await mailAccount({ ...deps, db }, "passkey_removed", { administratorId });
    return { ok: true };
  });
}

/** Asks a browser for any passkey that it has for this service. */
export async function askForPasskey(deps: PasskeyDeps): Promise<Asked> {
  const options = await generateAuthenticationOptions({ rpID: placeOf(deps).rpID, userVerification: "required" });
  return await remember(deps, null, options);
}

/** Logs in with a passkey. The question is used up, whatever comes of it; what state an account is in only its passkey tells. */
export async function logInWithPasskey(
  deps: PasskeyDeps,
  answered: { readonly challengeId: string; readonly response: object },
  claim: EnterClaim,
): Promise<Awaited<ReturnType<typeof enter>> | Refused<"PASSKEY_UNKNOWN">> {
  const now = deps.clock.now();
  const asked = { challengeId: answered.challengeId, administratorId: null, now };
  const challenge = await takePasskeyChallenge(deps.db, asked);
  const unknown = { ok: false, code: "PASSKEY_UNKNOWN" } as const;
  if (challenge === null) return unknown;
  return await inTransaction(deps.db, async (db) => {
    const response = answered.response as AuthenticationResponseJSON;
    const passkey = typeof response.id === "string" ? await lockPasskey(db, response.id) : null;
    const counter = passkey === null ? null : await counterOf(deps, { passkey, challenge, response });
    const stored = passkey === null ? null : await readLoginOf(db, passkey.administratorId);
    if (passkey === null || stored === null || counter === null) return unknown;
    await savePasskeyUsed(db, passkey.passkeyId, counter, now);
    return await enter({ ...deps, db }, stored, { ...claim, by: "passkey" });
  });
}

/** The device's count of uses where its answer is right, else null. */
async function counterOf(
  deps: PasskeyDeps,
  {
    passkey,
    challenge,
    response,
  }: {
    readonly passkey: NonNullable<Awaited<ReturnType<typeof lockPasskey>>>;
    readonly challenge: string;
    readonly response: AuthenticationResponseJSON;
  },
): Promise<number | null> {
  const { rpID, origin } = placeOf(deps);
  const { passkeyId: id, publicKey, counter } = passkey;
  try {
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, publicKey, counter },
      requireUserVerification: true,
    });
    return checked.verified ? checked.authenticationInfo.newCounter : null;
  } catch {
    // The library throws for whatever is wrong with an answer, also for a count that went backwards.
    return null;
  }
}
