/** What owners are told of an identification that is over without a result. Pure. */
import type { OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import type { IdentificationFault } from "@siegel/contract/identification.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { wordsOf } from "../../identity/failure-words.ts";

/** Said of signers in words that no owner knows: of an invitation, and of what was filled in. */
const ownWords: ReadonlyMap<TextKey | null, TextKey> = new Map<TextKey | null, TextKey>([
  ["identification.why_DECLINED", "ownerIdentity.declined"],
  ["identification.why_NOT_RECOGNISED", "ownerIdentity.otherPerson"],
  ["identification.cancelledLead", "ownerIdentity.cancelled"],
  ["identification.expiredLead", "ownerIdentity.expired"],
]);

/** Title, and sentences: why, and that nothing was changed. `told` null: it could not be asked about; `why`: what is known of it all the same. */
export function failureOf(
  told: Pick<OwnersIdentification, "state" | "failure" | "route"> | null,
  why: IdentificationFault | null = null,
): { readonly title: TextKey; readonly sentences: readonly TextKey[] } {
  const { title, lead, reason } = wordsOf(told, why);
  const said = [lead, reason].filter((key) => key !== null).map((key) => ownWords.get(key) ?? key);
  return { title, sentences: [...said, "ownerIdentity.nothing"] };
}
