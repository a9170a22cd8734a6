import type { CertificateChange } from "@siegel/contract/calls/cert-identity.ts";
import { type JSX, useState } from "react";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { twice } from "../twice.ts";

type Props = {
  readonly secret: string;
  readonly onKeep: () => void;
  readonly onStopped: (change: CertificateChange) => void;
};

/** Asks once more: the certificate ends with it. */
export function StopDialog({ secret, onKeep, onStopped }: Props): JSX.Element {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function stop(): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await twice(() => callOwnerIdentity("stopChange", { params: { secret }, body: {} }));
    setBusy(false);
    if (answer.ok) onStopped(answer.data);
    else setFault(answer.code);
  }
  return (
    <Dialog title={t("ownerIdentity.stopSure")} lead={t("ownerIdentity.stopSureLead")} onCancel={onKeep}>
      {fault !== null && <Fault id="stop-fault">{sentenceOfCode(fault, t)}</Fault>}
      <div className="actions">
        <div className="go">
          <MainButton look="side" onPress={onKeep}>
            {t("ownerIdentity.stopNot")}
          </MainButton>
          <MainButton look="danger" busy={busy} onPress={() => void stop()}>
            {t("ownerIdentity.stopGo")}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}
