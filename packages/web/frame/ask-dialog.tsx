import { type JSX, type ReactNode, useState } from "react";
import type { Answer } from "../api/answer.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";

type Props<Data> = {
  readonly title: string;
  readonly lead: string;
  /** What the button does, as a verb. */
  readonly act: string;
  readonly danger?: boolean;
  readonly send: () => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
};

/** Asks before something is done that cannot be taken back. A failure is told here, and the question stays. */
export function AskDialog<Data>(props: Props<Data>): JSX.Element {
  const { title, lead, act, danger = false, send, onDone, onCancel, children } = props;
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function go(): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await send();
    if (answer.ok) return onDone(answer.data);
    setBusy(false);
    setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={title} lead={lead} onCancel={busy ? () => undefined : onCancel} wide>
      {children}
      {fault !== null && <Fault id="ask-fault">{fault}</Fault>}
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={() => !busy && onCancel()}>
            {t("frame.cancel")}
          </button>
          <MainButton look={danger ? "danger" : "main"} busy={busy} onPress={() => void go()}>
            {act}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}
