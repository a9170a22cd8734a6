/** What the words of a mail that belongs to no workflow are. */
import { confirm_link_s, invitation_link_s, reset_link_s, webhook_tried_s } from "@siegel/contract/limits.ts";
import type { AccountMailFacts } from "../administrators/administrators.ts";
import type { MailWords } from "./mail-texts.ts";
import type { MailLook } from "./render-mail.ts";

/** What differs by kind; `at` is where the button leads, below the service's address. */
export type OwnWords = Pick<MailWords, "subject" | "heading" | "paragraphs"> & {
  readonly button?: { readonly label: string; readonly at: string };
  readonly rows?: MailWords["rows"];
  readonly notes?: readonly string[];
};

/** What the words of a mail are made of; `until` is when its link or the trial ends. */
type Told = { readonly facts: AccountMailFacts; readonly look: MailLook; readonly until: string };

/** The words of one language, by kind. */
export type AccountPhrases = Readonly<Record<AccountMailFacts["kind"], (told: Told) => OwnWords>>;

/** How long the links of mails live. */
export const resetMinutes = reset_link_s / 60;
export const confirmHours = confirm_link_s / 3_600;
export const invitationHours = invitation_link_s / 3_600;
/** How long a delivery is tried. */
export const webhookDays = webhook_tried_s / 86_400;

/** Where the link of a mail leads, below the service's address. */
export const linkTo = (page: string, { token }: AccountMailFacts): string =>
  `/${page}?link=${encodeURIComponent(token ?? "")}`;
