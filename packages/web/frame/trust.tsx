import type { JSX, ReactNode } from "react";
import { Icon, type IconName } from "../ui/icons.tsx";
import "../styles/qualified.css";

type Point = { readonly icon: IconName; readonly title: string; readonly text: ReactNode };

/** Who sees it, what is kept, what cannot be undone: below a sheet, never in it. */
export function Trust({ points }: { points: readonly Point[] }): JSX.Element {
  return (
    <ul className="trust">
      {points.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <div>
            <b>{title}</b>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
