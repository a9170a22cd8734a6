/** The secret that a mail brings: computed from the case and its newest link, so that no copy is stored; it is found by its digest. */
import { ident_link_s } from "@siegel/contract/limits.ts";
import { digestOfSecret, keyFor, macOf } from "@siegel/kernel/mac/server-secret.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { NewLink } from "./cases-store.ts";
import type { IdentitySecret } from "./identity-data.ts";

const secret_bytes = 16;

/** The secret of a link, 128 bits. */
export const secretOfLink = (
  secret: IdentitySecret,
  named: { readonly caseId: string; readonly linkId: string },
): string =>
  Buffer.from(macOf(keyFor(secret, "links to a certificate"), [named.caseId, named.linkId])).toString(
    "base64url",
    0,
    secret_bytes,
  );

/** A new link of a case. */
export function newLink(
  deps: { readonly identitySecret: IdentitySecret; readonly random: Random; readonly clock: Clock },
  caseId: string,
): NewLink {
  const linkId = deps.random.id();
  const sentAt = deps.clock.now();
  return {
    linkId,
    linkHash: digestOfSecret(secretOfLink(deps.identitySecret, { caseId, linkId })),
    sentAt,
    expiresAt: new Date(sentAt.getTime() + ident_link_s * 1_000),
  };
}
