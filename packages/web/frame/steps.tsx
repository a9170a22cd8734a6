import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isAuthenticated } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { SegmentRing } from "../ui/rings.tsx";

/** The steps of a signer's journey. */
export type Step = "credentials" | "check" | "authenticate" | "summary";

/** The steps a signer type goes through; a simple signature needs no code (signer-side.md §2). */
export function stepsOf(type: SignerType): readonly Step[] {
  return isAuthenticated(type)
    ? ["credentials", "check", "authenticate", "summary"]
    : ["credentials", "check", "summary"];
}

/** Where the signer is. `ended`: the last step is done too. */
export function Steps({ type, at, ended = false }: { type: SignerType; at: Step; ended?: boolean }): JSX.Element {
  const t = useText();
  const steps = stepsOf(type);
  return <StepBar names={steps.map((step) => t(`steps.${step}`))} here={steps.indexOf(at)} ended={ended} />;
}

type BarProps = {
  /** The steps in order, and the place of the current one. */
  readonly names: readonly string[];
  readonly here: number;
  readonly ended?: boolean;
};

/** A ring a step on desktops, one line with a ring on phones. `ended`: the last step is done too. */
export function StepBar({ names, here, ended = false }: BarProps): JSX.Element {
  const t = useText();
  const state = (step: number): "done" | "here" | "open" =>
    step < here || ended ? "done" : step === here ? "here" : "open";
  return (
    <>
      <nav className="steps" aria-label={t("frame.progress")}>
        <ol>
          {names.map((name, position) => (
            <li
              key={name}
              className={state(position) === "done" ? "done" : undefined}
              aria-current={state(position) === "here" ? "step" : undefined}
            >
              <Icon name={state(position)} />
              <span>
                {name}
                {state(position) === "done" && <span className="vh">, {t("frame.done")}</span>}
              </span>
            </li>
          ))}
        </ol>
      </nav>
      <nav className="steps-phone" aria-label={t("frame.progress")}>
        <SegmentRing segments={names.map((_, position) => state(position))} size={28} of="steps" />
        <span>
          <b>{t("frame.stepOf", { n: here + 1, m: names.length })}</b> · {names[here]}
        </span>
      </nav>
    </>
  );
}
