/** How a played run of the eID client can end: what the eID-Server tells the service, and what the browser is led back with. */
import type { CardData } from "./card-data.ts";
import type { SessionResult } from "./sessions.ts";

type Ending = {
  readonly label: string;
  /** Null where it needs a card and got none. */
  readonly result: (card: CardData | null) => SessionResult | null;
  /** ResultMinor for the browser (TR-03124-1 §2.5.4); null: it went well. */
  readonly minor: string | null;
};

const read = (card: CardData | null): SessionResult | null => (card === null ? null : { kind: "card", card });
const refused = (minor: string) => (): SessionResult => ({ kind: "refused", minor });

const ofServer = "http://www.bsi.bund.de/eid/server/2.0/resultminor/getResult";
const ofClient = "http://www.bsi.bund.de/ecard/api/1.1/resultminor";

/** By the value of their button. */
export const endings = {
  succeed: { label: "Read the card", result: read, minor: null },
  phone: { label: "Read a card that is in a phone", result: read, minor: null },
  expired: { label: "The card has expired", result: refused(`${ofServer}#invalidDocument`), minor: "serverError" },
  blocked: { label: "The card is blocked", result: refused(`${ofServer}#deniedDocument`), minor: "serverError" },
  cancel: {
    label: "Cancel",
    result: refused(`${ofClient}/sal#cancellationByUser`),
    minor: "cancellationByUser",
  },
  reader_lost: {
    label: "Lose the card while it is read",
    result: refused(`${ofClient}/al/common#communicationError`),
    minor: "clientError",
  },
} as const satisfies Record<string, Ending>;

/** Whether a button was one of them. */
export function isEnding(value: string): value is keyof typeof endings {
  return Object.hasOwn(endings, value);
}
