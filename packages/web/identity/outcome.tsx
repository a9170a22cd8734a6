import { type JSX, type ReactNode, useEffect, useRef } from "react";
import { Icon, type IconName } from "../ui/icons.tsx";

type Props = {
  /** The colour of the ring. */
  readonly look: "ok" | "bad" | "you" | "warn" | "";
  readonly icon: IconName;
  readonly title: string;
  readonly lead: ReactNode;
};

/** What came of it: a ring and a heading open every page that tells a result. */
export function Outcome({ look, icon, title, lead }: Props): JSX.Element {
  return (
    <div className="out">
      <span className={`bigring ${look}`}>
        <Icon name={icon} size={72} weight={1.1} />
      </span>
      <div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
    </div>
  );
}

/** Where a page changes what it is about, its new heading gets the focus; the first one leaves it where the page begins. */
export function useHeadingFocus(about: string): void {
  const last = useRef(about);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("#main h1");
    // While a page waits it has none, and what comes next is another one.
    if (last.current === about || heading === null) return;
    last.current = about;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [about]);
}
