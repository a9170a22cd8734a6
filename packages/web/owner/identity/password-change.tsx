import type { ChangedPassword, OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import { type FormEvent, type JSX, useRef, useState } from "react";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";
import { isGoodPair, NewPassword, type Pair } from "../../frame/new-password.tsx";
import { SerialNumber } from "../../frame/serial-text.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { useHeadingFocus } from "../../identity/outcome.tsx";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { identificationIcons } from "../../ui/identification-icons.ts";
import { late } from "../../ui/late-icons.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";
import { twice } from "../twice.ts";
import { Changed } from "./changed.tsx";
import { Quiet } from "./quiet.tsx";
import { YouDid } from "./you-did.tsx";

type Props = { readonly told: OwnersIdentification; readonly onLate: () => void };

/** A new password, and with it a new key and certificate. */
export function PasswordChange({ told, onLate }: Props): JSX.Element {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [pair, setPair] = useState<Pair>({ password: "", again: "" });
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [done, setDone] = useState<ChangedPassword | null>(null);
  useHeadingFocus(done === null ? "password" : "done");
  const { holder, serial_number } = told.certificate;
  const owner = { firstName: holder, lastName: "" };
  async function change(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setPressed(true);
    if (!isGoodPair(pair, owner))
      return void setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    setBusy(true);
    setFault(null);
    const body = { password: pair.password.normalize("NFC") };
    const answer = await twice(() => callOwnerIdentity("changePassword", { body }));
    setBusy(false);
    if (answer.ok) return setDone(answer.data);
    if (answer.code === "IDENTIFICATION_MISSING") return onLate();
    setFault(answer.code);
  }
  if (done !== null) return <Changed change={done} />;
  return (
    <div className="narrow">
      <YouDid told={told} title={t("ownerIdentity.newPassword")} />
      <form ref={form} noValidate onSubmit={(event) => void change(event)}>
        <div className="sheet">
          <BeforeAndAfter serial={serial_number} />
          <NewPassword pair={pair} owner={owner} pressed={pressed} onChange={setPair} />
          <div className="part grid gap-4">
            <Note kind="warn" icon="warning">
              <b>{t("ownerIdentity.forGood")}</b>
              {t("ownerIdentity.forGoodLead")}
            </Note>
            <Quiet />
            {fault !== null && <Fault id="change-fault">{sentenceOfCode(fault, t)}</Fault>}
          </div>
        </div>
        <div className="actions">
          <div className="go">
            <a className="btn btn-side" href={paths.certificates}>
              {t("frame.cancel")}
            </a>
            <MainButton type="submit" busy={busy}>
              {t("ownerIdentity.issue")}
            </MainButton>
          </div>
        </div>
      </form>
    </div>
  );
}

function BeforeAndAfter({ serial }: { readonly serial: string }): JSX.Element {
  const t = useText();
  return (
    <div className="part">
      <div className="twonames">
        <div>
          <p className="eyebrow">{t("ownerIdentity.before")}</p>
          <SerialNumber serial={serial} />
          <p className="small mt-2">
            <span className="state bad">
              <Icon name={late.crossed} />
              {t("ownerIdentity.willBeRevoked")}
            </span>
          </p>
        </div>
        <span className="owner-then">
          <Icon name={identificationIcons.right} />
        </span>
        <div>
          <p className="eyebrow">{t("ownerIdentity.after")}</p>
          <p>{t("ownerIdentity.newSerial")}</p>
          <p className="small mt-2">
            <span className="state ok">
              <Icon name="done" />
              {t("ownerIdentity.lasts", { life: t("identification.years") })}
            </span>
          </p>
        </div>
      </div>
    </div>
  );
}
