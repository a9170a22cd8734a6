import type { JSX, ReactNode } from "react";
import { Icon } from "./icons.tsx";

/** What is wrong with the field above; announced at once. */
export function Fault({ id, children }: { id: string; children: ReactNode }): JSX.Element {
  return (
    <p className="fault" id={id} role="alert">
      <Icon name="warning" size={18} />
      <span>{children}</span>
    </p>
  );
}
