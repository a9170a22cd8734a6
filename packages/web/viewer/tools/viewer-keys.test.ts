import type { KeyboardEvent } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { viewerKeys, viewerShortcuts } from "./viewer-keys.ts";

/** What a screen reader makes of `aria-keyshortcuts`: shortcuts between spaces, keys between plus signs (WAI-ARIA 1.2, §6.6). */
function announced(text: string): { readonly key: string; readonly ctrlKey: boolean }[] {
  return text.split(" ").map((shortcut) => {
    const keys = shortcut.split("+");
    const key = keys.at(-1) ?? "";
    return { key: key === "Plus" ? "+" : key.toLowerCase(), ctrlKey: keys.includes("Control") };
  });
}

describe("the keys of the document", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are those that assistive technology is told of", () => {
    vi.stubGlobal("HTMLElement", class {});
    const done: string[] = [];
    const onKey = viewerKeys({
      zoomBy: (direction) => done.push(direction === 1 ? "larger" : "smaller"),
      toWidth: () => done.push("width"),
      search: () => done.push("search"),
    });
    for (const pressed of announced(viewerShortcuts)) {
      const event = { ...pressed, altKey: false, metaKey: false, target: null, preventDefault: () => undefined };
      onKey(event as unknown as KeyboardEvent<HTMLElement>);
    }
    expect(done).toEqual(["search", "larger", "smaller", "width"]);
  });
});
