import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import type { JSX, ReactNode } from "react";
import { Fault } from "../ui/fault.tsx";
import { BackButton } from "./back-button.tsx";
import { RefusalButton } from "./refusal-button.tsx";

/** Id of the element that says why the button cannot be pressed. */
export const act_reason_id = "act-why";

type Props = {
  readonly workflow: WorkflowView;
  /** What is signed. */
  readonly what: JSX.Element;
  /** What a person reads or chooses before they press. */
  readonly children: ReactNode;
  readonly busy: boolean;
  /** What went wrong. */
  readonly fault: string | null;
  /** Why it does not go on yet. */
  readonly reason?: string | null;
  /** Where the way back leads. */
  readonly back: string;
  readonly button: JSX.Element;
};

/**
 * What is signed, and beside it the act: both are in sight at once, and no bar lies over either. In a narrow window the act comes last, so
 * that a person passes everything before they press.
 */
export function ActPage({ workflow, what, children, busy, fault, reason = null, back, button }: Props): JSX.Element {
  return (
    <div className="act-page">
      {what}
      <div className="act">
        <div className="sheet">
          {children}
          <div className="part act-go">
            {fault !== null && <Fault id="act-fault">{fault}</Fault>}
            {reason !== null && (
              <p className="why" id={act_reason_id}>
                {reason}
              </p>
            )}
            <div className="row">
              <BackButton to={back} blocked={busy} />
              {button}
            </div>
          </div>
        </div>
        <RefusalButton workflow={workflow} blocked={busy} />
      </div>
    </div>
  );
}
