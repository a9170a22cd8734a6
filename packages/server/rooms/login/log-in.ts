/** A signer's login: link, password where there is one, terms, then a session (signer-side.md §2; decisions.md §3, §7). */

import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { isPassword } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import type { TermsAct } from "../../db/login-tables.ts";
import { inTransactionAbout } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { entersQuickly, keepLanguage, loadSigner, type Refused, type SignerContext } from "../workflows/workflows.ts";
import { acceptTerms } from "./accept-terms.ts";
import { inTurn } from "./in-turn.ts";
import { checkEntrance, type EntranceRefusal } from "./login-rules.ts";
import { type OpenedSession, openSession, type SignerCookies } from "./open-session.ts";
import { giveBackTries, readPasswordHash, takePasswordTry } from "./password-tries-store.ts";

/** What a person brings to the login page, and where they come from as the server saw it. */
export type LoginClaim = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly password: string | undefined;
  readonly termsTicked: boolean;
  /** In by the quick link: the terms are what the sender declared. */
  readonly quick: boolean;
  /** What the login page speaks, and offered the terms in; undefined where the caller does not say. */
  readonly spoken: Language | undefined;
  readonly ip: string;
  /** The network of that address, which one customer of a provider can have: an IPv4 address, or 64 bits of IPv6. */
  readonly network: string;
  readonly userAgent: string;
  /** What this browser holds of earlier logins. */
  readonly cookies: SignerCookies;
};

/** signer: the journey or its end · summary: a refused workflow, the cookie opens only its summary. */
export type LoggedIn =
  | { readonly ok: true; readonly kind: "signer"; readonly context: SignerContext; readonly session: OpenedSession }
  | { readonly ok: true; readonly kind: "summary"; readonly session: OpenedSession };

/** A known link that leads nowhere now names whom to ask. */
type LoginRefusal =
  | (Refused<EntranceRefusal> & {
      readonly initiator?: { readonly name: string; readonly email: string };
    })
  | Refused<"WRONG_PASSWORD" | "TERMS_NOT_ACCEPTED">
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

type LoginDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/** Logs a signer in. The password comes first: without it the caller learns neither the workflow's state nor its sender. */
export async function logIn(deps: LoginDeps, claim: LoginClaim): Promise<LoggedIn | LoginRefusal> {
  const known = await loadSigner(deps.db, claim.workflowId, claim.signerId);
  if (!known) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const password = await checkPassword(deps, known, claim);
  if (!password.ok) return password;
  const entrance = checkEntrance(known, deps.clock.now());
  if (!entrance.ok) {
    const { firstName, lastName, email } = known.workflow.initiator;
    return { ...entrance, initiator: { name: `${firstName} ${lastName}`, email } };
  }
  const context = await keepLanguage(deps.db, known, claim.spoken);
  if (entrance.kind === "summary")
    return { ok: true, kind: "summary", session: await openSession(deps, { ...claim, kind: "summary" }) };
  return await inTransactionAbout(deps.db, claim.workflowId, async (db) => {
    const terms = await acceptTerms({ ...deps, db }, { ...claim, context, act: actOf(claim, context) }, "pages");
    if (!terms.ok) return terms;
    const session = await openSession({ ...deps, db }, { ...claim, kind: "signer" });
    await recordEvent(db, {
      ...eventOf(deps, claim),
      type: "signer.logged-in",
      details: { password: context.workflow.hasPassword, quick: claim.quick },
    });
    return { ok: true, kind: "signer", context, session };
  });
}

/** One after the other of a workflow and network: a right password takes no try of others who send theirs at the same moment. */
const oneByOne = inTurn();

async function checkPassword(
  deps: LoginDeps,
  { workflow }: SignerContext,
  claim: LoginClaim,
): Promise<{ ok: true } | LoginRefusal> {
  if (!workflow.hasPassword) return { ok: true };
  const { password } = claim;
  // An empty field is no guess.
  if (password === undefined || password === "") return { ok: false, code: "WRONG_PASSWORD" };
  return await oneByOne(`${claim.workflowId} ${claim.network}`, () => tryPassword(deps, { ...claim, password }));
}

async function tryPassword(
  deps: LoginDeps,
  claim: LoginClaim & { readonly password: string },
): Promise<{ ok: true } | LoginRefusal> {
  const { workflowId, signerId, network, password } = claim;
  const now = deps.clock.now();
  const full = await takePasswordTry(deps.db, { workflowId, signerId, network, now });
  if (full !== null) {
    const retryAfterS = Math.ceil((full.until.getTime() - now.getTime()) / 1_000);
    return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: Math.max(1, retryAfterS) };
  }
  const hash = await readPasswordHash(deps.db, workflowId);
  if (hash !== null && (await isPassword(password, hash))) {
    await giveBackTries(deps.db, { workflowId, signerId, network });
    return { ok: true };
  }
  await recordEvent(deps.db, { ...eventOf(deps, claim), type: "signer.wrong-password", details: {} });
  return { ok: false, code: "WRONG_PASSWORD" };
}

/** No declaration is recorded for a signer whose sender did not ask for one, whatever the call says. */
function actOf({ quick, termsTicked }: LoginClaim, { workflow }: SignerContext): TermsAct | null {
  if (quick) return entersQuickly(workflow) ? "declared by the sender" : null;
  return termsTicked ? "ticked at login" : null;
}

function eventOf(deps: LoginDeps, claim: LoginClaim) {
  const actor = { kind: "signer", id: claim.signerId, ip: claim.ip, userAgent: claim.userAgent } as const;
  return { at: deps.clock.now(), actor, workflowId: claim.workflowId, signerId: claim.signerId };
}
