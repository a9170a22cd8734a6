/** An identification as its signer is told of it (contract/calls/identification.ts). */
import type { Identification } from "@siegel/contract/calls/identification.ts";
import { short_term_h } from "@siegel/contract/identification.ts";
import type { ServerDeps } from "../../deps.ts";
import { certificateStatusOf } from "../../rooms/certificates/certificates.ts";
import { openProven, type StoredCheck, signUntil } from "../../rooms/identity-proofing/identity-proofing.ts";
import type { SignerContext } from "../../rooms/workflows/workflows.ts";
import { referenceOf } from "../wire/identification-reference.ts";

/** Five years, as `kernel/x509/profiles.ts` says it. */
const life_h = 5 * 365 * 24;

/** What is told; names and country only once somebody was recognised. */
export async function identificationView(
  deps: ServerDeps,
  context: SignerContext,
  check: StoredCheck,
): Promise<Identification> {
  const isTold = check.releasedAt !== null || (check.state !== "succeeded" && check.state !== "review");
  const state = isTold ? check.state : "pending";
  const isKnown = isTold && (check.state === "succeeded" || check.state === "review");
  const proven = isKnown && check.sealed !== null ? openProven(deps.identitySecret, check, check.sealed) : null;
  const { firstName, lastName } = context.signer;
  const { certificate_exists } = await certificateStatusOf(deps, context);
  return {
    state,
    success: state === "succeeded",
    first_name: proven?.firstNames ?? null,
    last_name: proven?.lastName ?? null,
    country: proven?.document.country ?? null,
    failure: check.failure,
    route: check.route,
    reference: referenceOf(check),
    identified_at: (isTold ? check.answeredAt : null)?.toISOString() ?? null,
    sign_until: (isTold ? signUntil(check) : null)?.toISOString() ?? null,
    certificate_exists,
    is_kept: check.keptAt !== null,
    certificate_life_h: check.route === "video" ? short_term_h : life_h,
    invited: { first_name: firstName, last_name: lastName },
  };
}

/** One that another browser handed in, and a person looks at: without a word of who was recognised. */
export async function waitingView(
  deps: ServerDeps,
  context: SignerContext,
  check: StoredCheck,
): Promise<Identification> {
  const view = await identificationView(deps, context, { ...check, sealed: null });
  return { ...view, sign_until: null };
}
