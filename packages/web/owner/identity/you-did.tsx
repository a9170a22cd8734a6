import type { OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import { clockText } from "@siegel/contract/moment.ts";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Outcome } from "../../identity/outcome.tsx";

/** What the page is about, and when and how the person proved who they are. */
export function YouDid({ told, title }: { readonly told: OwnersIdentification; readonly title: string }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { route, identified_at } = told;
  const time = identified_at === null ? "" : clockText(new Date(identified_at), { language });
  const lead = t(route === "eid" ? "ownerIdentity.didCard" : "ownerIdentity.didVideo", { time });
  return <Outcome look="ok" icon="done" title={title} lead={lead} />;
}
