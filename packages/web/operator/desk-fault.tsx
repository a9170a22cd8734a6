import type { JSX } from "react";
import { CallRefused } from "../api/client.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

/** What did not come: why, and the way to try again. */
export function DeskFault({ fault, onAgain }: { readonly fault: Error; readonly onAgain: () => void }): JSX.Element {
  const t = useText();
  const code = fault instanceof CallRefused ? fault.refusal.code : "SERVICE_ERROR";
  return (
    <div className="note bad mt-4" role="alert">
      <Icon name="warning" />
      <div>
        <p>{sentenceOfCode(code, t)}</p>
        <button className="btn btn-sm btn-side mt-3" type="button" onClick={onAgain}>
          {t("admin.again")}
        </button>
      </div>
    </div>
  );
}
