import type { JSX, ReactNode } from "react";
import { Icon } from "../ui/icons.tsx";
import "../styles/seq.css";

type Props = { readonly steps: readonly (readonly ["done" | "here" | "open", string, ReactNode])[] };

/** What happened, what happens now and what follows, one below the other. */
export function Steps({ steps }: Props): JSX.Element {
  return (
    <ol className="seq">
      {steps.map(([look, title, lead]) => (
        <li key={title} className={look}>
          <Icon name={look} />
          <div>
            <b>{title}</b>
            <p>{lead}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
