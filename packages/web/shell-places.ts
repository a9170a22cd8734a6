/**
 * The pages behind a link that the application has to draw, because only it knows who is there: by the end of their address, with the
 * name of the page and the module it is made of. The first HTML shows the brand and a sign of life, and names the program ahead.
 */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { credentialsLead } from "./frame/signer-kind.ts";
import type { TextKey } from "./i18n/text-key.ts";

type PlaceHead = { readonly title: TextKey; readonly lead?: TextKey };
type ShellPlace = {
  readonly title: TextKey;
  readonly module: string;
  /** What the page itself will say above all else, where that depends on the kind of signature alone. */
  readonly head?: (type: SignerType) => PlaceHead;
  /** Its largest text is set in serifs. */
  readonly serif?: true;
};

/** By what follows the ids of the link in the address. */
export const shellPlaces: Readonly<Record<string, ShellPlace>> = {
  credentials: {
    title: "steps.credentials",
    module: "journey/credentials/credentials-page.tsx",
    head: (type) => ({
      title: "credentials.title",
      lead: credentialsLead(type),
    }),
  },
  documents: { title: "steps.check", module: "journey/documents/documents-page.tsx" },
  authenticate: {
    title: "steps.authenticate",
    module: "journey/authenticate/authenticate-page.tsx",
    head: (type) => ({ title: isSeal(type) ? "statement.titleSeal" : "statement.title" }),
    serif: true,
  },
  authenticate2fa: {
    title: "steps.authenticate",
    module: "journey/authenticate/qualified/choice-page.tsx",
    head: (type) => ({ title: isSeal(type) ? "statement.titleSeal" : "statement.title" }),
    serif: true,
  },
  "authenticate2fa/twilio/sms": { title: "qualified.title", module: "journey/authenticate/qualified/code-page.tsx" },
  "authenticate2fa/twilio/phone": { title: "qualified.title", module: "journey/authenticate/qualified/code-page.tsx" },
  identify: { title: "identify.title", module: "journey/authenticate/qualified/identify-page.tsx" },
  "identify/ausweisapp2": { title: "identification.card", module: "journey/authenticate/identify/card-page.tsx" },
  identified: { title: "identification.stands", module: "journey/authenticate/identified/identified-page.tsx" },
  "authenticate/twilio/sms": { title: "code.title", module: "journey/authenticate/code-page.tsx" },
  "authenticate/twilio/phone": { title: "code.title", module: "journey/authenticate/code-page.tsx" },
};
