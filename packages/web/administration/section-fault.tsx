import { type JSX, useEffect } from "react";
import { leaveAccount } from "../api/account-client.ts";
import { CallRefused } from "../api/client.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

/** A section whose facts did not come: why, and the way to try again. A session that is over leads to the login. */
export function SectionFault({ fault, onAgain }: { readonly fault: Error; readonly onAgain: () => void }): JSX.Element {
  const t = useText();
  const refusal = fault instanceof CallRefused ? fault.refusal : null;
  useEffect(() => {
    if (refusal?.status === 401) leaveAccount();
  }, [refusal]);
  return (
    <div className="note bad mt-4" role="alert">
      <Icon name="warning" />
      <div>
        <p>{sentenceOfCode(refusal?.code ?? "SERVICE_ERROR", t)}</p>
        <button className="btn btn-sm btn-side mt-3" type="button" onClick={onAgain}>
          {t("admin.again")}
        </button>
      </div>
    </div>
  );
}
