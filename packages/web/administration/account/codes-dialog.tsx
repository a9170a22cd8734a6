import { type JSX, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { CopyButton } from "../copy-button.tsx";

/** Shows recovery codes, this once. Esc does not close it: a slip of the finger must not lose them. */
export function CodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}): JSX.Element {
  const t = useText();
  const [isKept, setIsKept] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog title={t("account.codesTitle")} lead={t("account.codesLead")} onCancel={() => undefined} wide>
      <ol className="recovery mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row wrap mt-3">
        <CopyButton text={text} label={t("account.codesCopy")} withWord />
        <a
          className="btn btn-sm btn-quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={t("account.codesFileName")}
        >
          <Icon name="download" size={18} />
          {t("account.codesFile")}
        </a>
      </div>
      <label className="check mt-2">
        <input type="checkbox" checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />
        <span>{t("account.codesKept")}</span>
      </label>
      <p className="why" id="codes-why">
        {!isKept && t("account.codesFirst")}
      </p>
      <div className="actions">
        <div className="go">
          <MainButton reason={isKept ? null : t("account.codesFirst")} reasonId="codes-why" onPress={onClose}>
            {t("account.codesDone")}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}
