import type { TokenWithKey } from "@siegel/contract/calls/tokens.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { dayOf, endOfDay, inOneYear } from "./expiry-day.ts";
import { faultOfName, NameField } from "./name-field.tsx";

type Props = {
  readonly licenseId: string;
  readonly licenceEnds: string | null;
  readonly onMade: (token: TokenWithKey) => void;
  readonly onCancel: () => void;
};

/** Asks for the name of a new token and for its last day: in a year, or with the licence. */
export function AddDialog({ licenseId, licenceEnds, onMade, onCancel }: Props): JSX.Element {
  const t = useText();
  const [name, setName] = useState("");
  const [day, setDay] = useState(() => inOneYear(new Date(), licenceEnds));
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function make(): Promise<void> {
    const wrong = faultOfName(name, t);
    setNameFault(wrong);
    setFault(null);
    if (wrong !== null || busy) return;
    setBusy(true);
    const expires = day === "" ? null : endOfDay(day, licenceEnds);
    const params = { id: licenseId, name: name.trim() };
    const body = expires === null ? {} : { expires_at: expires };
    const answer = await callAccount("addToken", { params, body }, { quiet: true });
    if (answer.ok) return onMade(answer.data);
    setBusy(false);
    setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={t("tokens.addTitle")} lead={t("tokens.addLead")} onCancel={onCancel} className="token-name">
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <NameField value={name} fault={nameFault} onChange={setName} />
        <div className="field">
          <label htmlFor="token-day">{t("tokens.expiryLabel")}</label>
          <span className="hint" id="token-day-hint">
            {t(licenceEnds === null ? "tokens.expiryHint" : "tokens.expiryHintLicence")}
          </span>
          <input
            className="input token-day"
            id="token-day"
            type="date"
            value={day}
            min={dayOf(new Date())}
            max={licenceEnds === null ? undefined : dayOf(new Date(licenceEnds))}
            aria-invalid={fault !== null || undefined}
            aria-describedby={fault === null ? "token-day-hint" : "token-day-hint token-fault"}
            onChange={(event) => setDay(event.target.value)}
          />
          {fault !== null && <Fault id="token-fault">{fault}</Fault>}
        </div>
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t("tokens.add")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
