import type { JSX, ReactNode } from "react";
import { Icon, type IconName } from "./icons.tsx";

/** A lasting remark in its place: shape, word, colour. */
export function Note({
  kind,
  icon,
  children,
}: {
  kind: "plain" | "ok" | "warn" | "bad";
  icon: IconName;
  children: ReactNode;
}): JSX.Element {
  return (
    <div className={kind === "plain" ? "note" : `note ${kind}`}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
