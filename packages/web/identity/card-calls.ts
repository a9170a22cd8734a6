/** What the pages where an ID card is read need of whoever is identified: signers and owners have calls of their own. */
import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { Answer } from "../api/answer.ts";

/** As much of an identification as says whether it is over. */
export type Own = Pick<Identification, "state" | "reference">;

/** The calls, and where it is told what came of it. Made once for a page: a change of it begins anew. */
export type CardCalls = {
  /** Where the browser goes. `onPhone`: by the link that opens the app on a phone. */
  readonly start: (onPhone: boolean) => Promise<Answer<string>>;
  /** Offers the card to a phone. */
  readonly offer: () => Promise<Answer<{ readonly url: string; readonly digits: string; readonly expires_at: string }>>;
  /** Ends what was begun. */
  readonly cancel: () => void;
  /** How the newest one in this browser stands; null: there is none. Throws where it cannot be asked. */
  readonly own: { readonly queryKey: readonly string[]; readonly queryFn: () => Promise<Own | null> };
  readonly told: string;
};
