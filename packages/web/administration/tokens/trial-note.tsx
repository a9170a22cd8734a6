import type { LicenceView } from "@siegel/contract/calls/accounts.ts";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Note } from "../../ui/note.tsx";
import { useDay } from "../use-moment.ts";
import { useProvider } from "../use-provider.ts";

/** When a trial ends, what happens then, and whom to ask for a licence; nothing for any other licence. */
export function TrialNote({
  licence: { is_trial, expires_at },
}: {
  readonly licence: LicenceView;
}): JSX.Element | null {
  const t = useText();
  const day = useDay();
  const provider = useProvider();
  if (!is_trial || expires_at === null) return null;
  return (
    <Note kind="plain" icon="clock">
      <b>{t("tokens.trial", { day: day(expires_at) })}</b> {t("tokens.trialLead", { provider })}
    </Note>
  );
}
