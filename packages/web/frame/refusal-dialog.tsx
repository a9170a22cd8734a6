import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { refusal_reason_chars_max } from "@siegel/contract/limits.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { isVisible } from "@siegel/contract/text.ts";
import { type JSX, useRef, useState } from "react";
import { dismissFailures } from "../api/notices.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { initiatorOf } from "./initiator.ts";
import { type RefusalDraft, refuse } from "./refuse.ts";

type Props = {
  readonly workflow: WorkflowView;
  /** Kept by the page: whoever closes the dialog finds what they typed when it opens again. */
  readonly draft: RefusalDraft;
  readonly onDraft: (draft: RefusalDraft) => void;
  readonly onCancel: () => void;
  readonly onRefused: () => void;
};

/**
 * Free text, cancel, save. A save that fails clears the reason and stays (decisions.md §4); one of which nobody knows whether it
 * failed keeps it.
 */
export function RefusalDialog({ workflow, draft, onDraft, onCancel, onRefused }: Props): JSX.Element {
  const t = useText();
  const { reason } = draft;
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const name = initiatorOf(workflow);
  // React shows it before the next press, so that a double one sends once.
  const [sending, setSending] = useState(false);
  async function send(): Promise<void> {
    setSending(true);
    const outcome = await refuse(workflow, draft);
    if (outcome.refused) return onRefused();
    setSending(false);
    onDraft({ reason: outcome.unsure ? reason : "", unsure: outcome.unsure });
    complain(sentenceOfCode(outcome.code, t));
  }
  function save(): void {
    if (!isVisible(reason)) complain(t("refusal.missing", { name }));
    else {
      setFault(null);
      dismissFailures();
      void send();
    }
  }
  function complain(sentence: string): void {
    setFault(sentence);
    field.current?.focus(); // where the person has to act next
  }
  return (
    <Dialog
      title={t(isSeal(workflow.signer_type) ? "refusal.titleSeal" : "refusal.title")}
      lead={t(workflow.others === "NONE" ? "refusal.leadAlone" : "refusal.lead", { name })}
      onCancel={sending ? () => undefined : onCancel}
    >
      <div className="field">
        <label htmlFor="reason">{t("refusal.reason")}</label>
        <textarea
          className="input"
          id="reason"
          ref={field}
          rows={4}
          maxLength={refusal_reason_chars_max}
          value={reason}
          readOnly={sending}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? "reason-count" : "reason-fault"}
          onChange={(event) => {
            onDraft({ ...draft, reason: event.target.value });
            setFault(null);
          }}
        />
        {fault !== null ? (
          <Fault id="reason-fault">{fault}</Fault>
        ) : (
          <p className="tiny subtle num mt-1 text-right" id="reason-count">
            {t("refusal.count", { n: reason.length, m: refusal_reason_chars_max })}
          </p>
        )}
      </div>
      <div className="actions">
        <div className="go">
          <button
            className="btn btn-side"
            type="button"
            aria-disabled={sending || undefined}
            onClick={() => {
              if (!sending) onCancel();
            }}
          >
            {t("refusal.cancel")}
          </button>
          <MainButton look="danger" busy={sending} onPress={save}>
            {t("refusal.save")}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}
