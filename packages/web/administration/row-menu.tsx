import { type JSX, lazy, Suspense, useState } from "react";
import { fetchPart } from "../program.ts";
import { Icon } from "../ui/icons.tsx";
import type { RowMenuProps } from "./open-row-menu.tsx";

const fetchMenu = () => fetchPart(async () => ({ default: (await import("./open-row-menu.tsx")).OpenRowMenu }));
const OpenRowMenu = lazy(fetchMenu);

/** The button at the end of a table's row, and the menu that it opens. The menu is fetched when somebody comes near a button. */
export function RowMenu(props: RowMenuProps): JSX.Element {
  const [isAsked, setIsAsked] = useState(false);
  const button = (
    <button
      className="btn-icon"
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isAsked || undefined}
      onPointerEnter={() => void fetchMenu().catch(() => undefined)}
      onFocus={() => void fetchMenu().catch(() => undefined)}
      onClick={() => setIsAsked(true)}
      onKeyDown={({ key }) => {
        if (key === "ArrowDown" || key === "ArrowUp") setIsAsked(true);
      }}
    >
      <Icon name="more" weight={2.8} />
    </button>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <OpenRowMenu {...props} />
    </Suspense>
  );
}
