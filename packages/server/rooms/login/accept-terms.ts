/**
 * Who has accepted the terms, and by which act (ETSI EN 319 411-1 REG-6.3.4; decisions.md §7 'Terms', 'Quick login').
 * What a sender declares for a signer opens the pages; before a certificate is issued in a person's name they tick the terms themselves.
 */
import { getsCertificate } from "@siegel/contract/signer-kind.ts";
import type { Db } from "../../db/database.ts";
import type { TermsAct } from "../../db/login-tables.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { Refused, SignerContext } from "../workflows/workflows.ts";
import { acceptsTerms } from "./login-rules.ts";
import { insertAcceptance, readActs } from "./login-store.ts";
import { currentTerms } from "./terms.ts";

/** Who accepts, by which act, and where they come from as the server saw it; `act` null: nothing was ticked or declared. */
export type TermsClaim = {
  readonly context: SignerContext;
  readonly act: TermsAct | null;
  readonly ip: string;
  readonly userAgent: string;
};

/** Whether the pages are closed to a signer who has not accepted, and before a code whether they still must tick themselves. */
export async function asksTerms(db: Db, context: SignerContext, before: "pages" | "code"): Promise<boolean> {
  const { signer } = context;
  if (!acceptsTerms(signer.type)) return false;
  if (before === "code" && !getsCertificate(signer.type)) return false;
  const acts = await readActs(db, signer.signerId, currentTerms(signer.language));
  return before === "pages" ? acts.length === 0 : acts.every((act) => act === "declared by the sender");
}

/**
 * Records an acceptance where one is asked for, of the text in the signer's language: a caller that knows the language of the
 * signer's page stores that first. Refused without the act for it. Call it in the transaction of what follows.
 */
export async function acceptTerms(
  deps: { db: Db; clock: Clock },
  claim: TermsClaim,
  before: "pages" | "code",
): Promise<{ ok: true } | Refused<"TERMS_NOT_ACCEPTED">> {
  const { context, act, ip, userAgent } = claim;
  if (!(await asksTerms(deps.db, context, before))) return { ok: true };
  if (act === null) return { ok: false, code: "TERMS_NOT_ACCEPTED" };
  const { workflowId, signerId, language } = context.signer;
  const terms = currentTerms(language);
  const at = deps.clock.now();
  await insertAcceptance(deps.db, signerId, { terms, at, act, ip, userAgent });
  const details = { termsId: terms.id, version: terms.version, language: terms.language, hash: terms.hash, act };
  const declared = act === "declared by the sender";
  await recordEvent(deps.db, {
    at,
    type: declared ? "signer.terms-declared" : "signer.accepted-terms",
    actor: declared
      ? { kind: "sender", id: context.workflow.tokenId }
      : { kind: "signer", id: signerId, ip, userAgent },
    workflowId,
    signerId,
    details,
  });
  return { ok: true };
}
