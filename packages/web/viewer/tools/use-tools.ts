import { type RefObject, useState } from "react";
import type { Search } from "../search/use-search.ts";
import type { OpenTools } from "./toolbar.tsx";

/** Whether there is room for one thing beside the document only. */
export const isPhone = (): boolean => window.matchMedia("(max-width: 47.99rem)").matches;

/** Which tools stand open; one that closes gives the focus back to the document. */
export function useTools(
  desk: RefObject<HTMLElement | null>,
  search: Pick<Search, "ask">,
): {
  readonly open: OpenTools;
  /** `on` says which way; otherwise the other way. */
  readonly toggle: (tool: keyof OpenTools, on?: boolean) => void;
  readonly close: (tool: keyof OpenTools) => void;
} {
  const [open, setOpen] = useState<OpenTools>({ search: false, strip: false });
  const set = (tool: keyof OpenTools, on: boolean): void => {
    setOpen((known) => ({ ...(isPhone() ? { search: false, strip: false } : known), [tool]: on }));
    if (tool === "search" && !on) search.ask("");
  };
  const toggle = (tool: keyof OpenTools, on?: boolean): void => set(tool, on ?? !open[tool]);
  const close = (tool: keyof OpenTools): void => {
    set(tool, false);
    desk.current?.focus({ preventScroll: true });
  };
  return { open, toggle, close };
}
