import type { JSX, ReactNode } from "react";

type Props = {
  readonly children: ReactNode;
  /** Why it cannot be pressed now; null when it can. The button stays reachable and says so. */
  readonly reason?: string | null;
  /** The id of an element that already shows the reason; without it the button carries the reason itself. */
  readonly reasonId?: string;
  readonly busy?: boolean;
  readonly type?: "button" | "submit";
  readonly look?: "main" | "side" | "danger" | "you";
  readonly className?: string;
  readonly onPress?: () => void;
  /** What a press does while there is a reason: leads to what is missing. */
  readonly onBlocked?: () => void;
};

/** A button that is never grey without a reason: `aria-disabled` with a description instead of `disabled`. */
export function MainButton({
  children,
  reason = null,
  reasonId,
  busy = false,
  type = "button",
  look = "main",
  className = "",
  onPress,
  onBlocked,
}: Props): JSX.Element {
  const blocked = reason !== null || busy;
  return (
    <button
      className={`btn btn-${look} ${className}`}
      type={type}
      aria-disabled={reason !== null || undefined}
      aria-busy={busy || undefined}
      aria-describedby={reason === null ? undefined : reasonId}
      title={reason !== null && reasonId === undefined ? reason : undefined}
      onClick={(event) => {
        if (!blocked) return onPress?.();
        event.preventDefault();
        if (busy) return;
        if (reasonId !== undefined) pointAt(document.getElementById(reasonId));
        onBlocked?.();
      }}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Shows where the reason stands: in sight, and lit for a moment. */
function pointAt(reason: HTMLElement | null): void {
  reason?.scrollIntoView({ block: "nearest" });
  if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches)
    reason?.animate([{ backgroundColor: "var(--color-warn-tint)" }, {}], { duration: 1_200, easing: "ease-out" });
}
