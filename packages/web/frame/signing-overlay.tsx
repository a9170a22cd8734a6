import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Overlay } from "../ui/overlay.tsx";
import type { SigningProgress } from "./use-signing.ts";

/** While it is being signed: what happens now, and whether the page may be closed. */
export function SigningOverlay({ type, state }: { type: SignerType; state: SigningProgress }): JSX.Element | null {
  const t = useText();
  if (state === "idle") return null;
  const seal = isSeal(type);
  const leads = {
    signing: "sign.busyLead",
    pending: seal ? "seal.pendingLead" : "sign.pendingLead",
    unanswered: "sign.unansweredLead",
  } as const;
  return (
    <Overlay title={t(seal ? "seal.busy" : "sign.busy")} lead={t(leads[state])}>
      <span className="spin spin-large" aria-hidden="true" />
    </Overlay>
  );
}
