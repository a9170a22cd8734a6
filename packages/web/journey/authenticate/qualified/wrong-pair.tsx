import type { JSX } from "react";
import { useText } from "../../../i18n/catalogue.ts";
import { Note } from "../../../ui/note.tsx";

/** Password or code was wrong; which of them is not said, so that a link alone teaches neither. */
export function WrongPair({ reference, triesLeft }: { reference: string; triesLeft: number | null }): JSX.Element {
  const t = useText();
  return (
    <div id="pair-fault" role="alert">
      <Note kind="bad" icon="warning">
        <b>{t("qualified.wrong")}</b>
        {triesLeft === 0 ? t("qualified.noTryLeft") : t("qualified.wrongLead", { reference })}
        {triesLeft !== null &&
          triesLeft > 0 &&
          ` ${triesLeft === 1 ? t("code.oneTryLeft") : t("code.triesLeft", { n: triesLeft })}`}
      </Note>
    </div>
  );
}
