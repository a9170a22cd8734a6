import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Note } from "../../ui/note.tsx";

/** After a change the certificate rests, and what to do where a signature cannot wait; a part of a sheet. */
export function Quiet(): JSX.Element {
  const t = useText();
  return (
    <Note kind="plain" icon="clock">
      <b>{t("ownerIdentity.quiet")}</b>
      {t("ownerIdentity.quietLead")}
    </Note>
  );
}
