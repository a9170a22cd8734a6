import { operatorRevocationReasons } from "@siegel/contract/certificate-reasons.ts";
import { revocation_evidence_chars_max } from "@siegel/contract/limits.ts";
import { type JSX, useState } from "react";
import type { Answer } from "../api/answer.ts";
import { TextField } from "../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { type Reason, useReason } from "./use-reason.ts";

type Props<Data> = {
  readonly title: string;
  /** What it means. */
  readonly lead: string;
  /** What happens besides. */
  readonly also: string;
  readonly first?: Reason;
  /** What is to be typed before it can be pressed; left out: nothing. */
  readonly word?: string;
  readonly fourEyes: boolean;
  readonly send: (wish: { readonly reason: Reason; readonly evidence: string }) => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void;
  readonly onCancel: () => void;
};

/** Asks for reason and evidence before something is revoked for ever, or proposed to a second operator. */
export function RevokeDialog<Data>(props: Props<Data>): JSX.Element {
  const { title, lead, also, first, word, fourEyes, send, onDone, onCancel } = props;
  const t = useText();
  const [reason, setReason] = useState<Reason | null>(first ?? null);
  const [evidence, setEvidence] = useState("");
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isTyped = word === undefined || typed.trim().toLowerCase() === word.toLowerCase();
  const missing = word === undefined ? t("certs.missing") : t("certs.allMissing", { word });
  const why = reason !== null && evidence.trim() !== "" && isTyped ? null : missing;
  async function go(): Promise<void> {
    if (reason === null) return;
    setBusy(true);
    setFault(null);
    const answer = await send({ reason, evidence });
    if (answer.ok) return onDone(answer.data);
    setBusy(false);
    setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={title} lead={lead} onCancel={busy ? () => undefined : onCancel} wide>
      <div className="grid gap-5">
        <Reasons chosen={reason} onChoose={setReason} />
        <Evidence value={evidence} onChange={setEvidence} />
        {word !== undefined && (
          <TextField
            id="revoke-word"
            label={t("certs.type", { word })}
            value={typed}
            onChange={setTyped}
            fault={null}
          />
        )}
        <p className="small muted">{fourEyes ? `${t("certs.fourEyesLead")} ${also}` : also}</p>
        {fault !== null && <Fault id="revoke-fault">{fault}</Fault>}
        {why !== null && (
          <p className="why" id="revoke-why">
            {why}
          </p>
        )}
        <div className="desk-acts">
          <button className="btn btn-side" type="button" onClick={() => !busy && onCancel()}>
            {t("frame.cancel")}
          </button>
          <MainButton look="danger" busy={busy} reason={why} reasonId="revoke-why" onPress={() => void go()}>
            {t(fourEyes ? "certs.actPropose" : "certs.act")}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}

type ReasonsProps = { readonly chosen: Reason | null; readonly onChoose: (reason: Reason) => void };

function Reasons({ chosen, onChoose }: ReasonsProps): JSX.Element {
  const t = useText();
  const sentence = useReason();
  return (
    <fieldset aria-describedby="revoke-reason-hint">
      <legend className="label">{t("certs.why")}</legend>
      <p className="hint" id="revoke-reason-hint">
        {t("certs.whyHint")}
      </p>
      {operatorRevocationReasons.map((one) => (
        <label className="check" key={one}>
          <input type="radio" name="revoke-reason" checked={one === chosen} onChange={() => onChoose(one)} />
          <span>{sentence(one)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Evidence({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}): JSX.Element {
  const t = useText();
  return (
    <div className="field">
      <label htmlFor="revoke-evidence">{t("certs.evidence")}</label>
      <span className="hint" id="revoke-evidence-hint">
        {t("certs.evidenceHint")}
      </span>
      <textarea
        className="input"
        id="revoke-evidence"
        rows={3}
        maxLength={revocation_evidence_chars_max}
        value={value}
        aria-required
        aria-describedby="revoke-evidence-hint"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
