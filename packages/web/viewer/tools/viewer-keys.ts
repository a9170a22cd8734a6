/** Keys of the document, beside those that scroll it; each does what a button beside it does. */
import type { KeyboardEvent } from "react";

type Actions = {
  readonly zoomBy: (direction: 1 | -1) => void;
  readonly toWidth: () => void;
  readonly search: () => void;
};

/** The keys in the words of `aria-keyshortcuts`, where `+` joins keys and so has a name of its own (WAI-ARIA 1.2, §6.6). */
export const viewerShortcuts = "Control+F Plus - 0";

/** What to do at a key: nothing while somebody types, and what the browser does with Ctrl stays the browser's, but for searching. */
export function viewerKeys({ zoomBy, toWidth, search }: Actions): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.altKey || isTyping(event.target)) return;
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      if (key !== "f") return;
      search();
    } else if (key === "+" || key === "=") zoomBy(1);
    else if (key === "-") zoomBy(-1);
    else if (key === "0") toWidth();
    else return;
    event.preventDefault();
  };
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
