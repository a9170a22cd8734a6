/** An owner's identification in this browser: how it is asked about, and how it stands. */
import type { OwnerReturned, OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import type { Answer } from "../../api/answer.ts";
import { CallRefused } from "../../api/client.ts";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";

/** What must be confirmed first. */
export type Confirm = Extract<OwnerReturned, { kind: "confirm" }>;
/** How it stands, as the return page is told it. */
export type Settled = Extract<OwnerReturned, { kind: "identification" }>;

/** Asks with what the address brought. */
export const askReturned = async (brought: {
  readonly code?: string;
  readonly confirmed?: boolean;
}): Promise<Answer<OwnerReturned>> => await callOwnerIdentity("createCaseAusweisAppRevoke", { body: brought });

/** Under this name it is kept while a page is open. */
export const ownKey = ["owner-identification"] as const satisfies readonly string[];

/** By the cookie alone; null: there is none. @throws CallRefused */
export async function askOwn(): Promise<OwnersIdentification | null> {
  const answer = await askReturned({});
  if (answer.ok) return answer.data.kind === "identification" ? answer.data : null;
  if (answer.status === 401) return null;
  throw new CallRefused(answer);
}

/**
 * wait: it runs · wrong: it is over, and nothing was changed · doubtful: a person compares the names · revoked, ended: the certificate is ·
 * used: it was used, which it can be once · late: it was too long ago · the others: what may be done now.
 */
export type Standing =
  | "wait"
  | "wrong"
  | "doubtful"
  | "revoked"
  | "ended"
  | "used"
  | "late"
  | OwnersIdentification["purpose"];

type Told = Pick<OwnersIdentification, "state" | "purpose" | "is_used" | "use_until"> & {
  readonly certificate: Pick<OwnersIdentification["certificate"], "status">;
};

/** Where it stands at a moment. Pure. */
export function standingOf({ state, purpose, is_used, use_until, certificate }: Told, nowMs: number): Standing {
  if (state === "pending") return "wait";
  if (state !== "succeeded" && state !== "review") return "wrong";
  // A new password has ended the certificate that it was about: that is no news then.
  if (is_used && purpose !== "revoke") return "used";
  if (certificate.status === "r") return "revoked";
  if (certificate.status === "e") return "ended";
  if (is_used) return "used";
  if (state === "review") return "doubtful";
  return use_until !== null && Date.parse(use_until) > nowMs ? purpose : "late";
}
