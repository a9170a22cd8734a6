import { type RefObject, useEffect, useRef, useState } from "react";
import type { FieldPlace } from "../fields/field-places.ts";
import type { Box, DocumentReader, PageSize, Picture, Rect } from "../reader/document-reader.ts";

type Placed = { readonly own: readonly (FieldPlace & { readonly box: Box })[]; readonly foreign: readonly Box[] };

/** waiting · drawn · late: not there yet, or it cannot be drawn. */
export type PageState = "waiting" | "drawn" | "late";

type Wanted = {
  readonly reader: DocumentReader;
  readonly number: number;
  readonly places: readonly FieldPlace[];
  /** CSS pixels a PDF point. */
  readonly scale: number;
  readonly pixelsMax: number;
  readonly live: boolean;
  readonly onSize: (page: number, size: PageSize) => void;
  /** A picture of this page is whole, and which document it is of. */
  readonly onDrawn: (reader: DocumentReader) => void;
  /** A page could not be drawn, and why. */
  readonly onFault: (fault: unknown) => void;
};

/** After this long a page says that it is late; the drawing goes on. */
const late_after_ms = 10_000;

/** Draws the page into `picture` while it is live, says where its fields lie, and gives the memory back when it leaves. */
export function useDrawnPage(wanted: Wanted, picture: RefObject<HTMLElement | null>): Placed & { state: PageState } {
  const { reader, number, places, scale, pixelsMax, live, onSize, onDrawn, onFault } = wanted;
  const [placed, setPlaced] = useState<Placed>({ own: [], foreign: [] });
  const [state, setState] = useState<PageState>("waiting");
  const shown = useRef<Picture | null>(null);
  const latest = useRef(places);
  latest.current = places;
  useEffect(() => {
    if (!live || picture.current === null) return;
    const late = setTimeout(() => setState((known) => (known === "drawn" ? known : "late")), late_after_ms);
    const drawing = draw(picture.current, {
      ...{ reader, number, scale, pixelsMax, onSize, onFault, shown },
      places: () => latest.current,
      onPlaced: setPlaced,
      onEnd: (isDrawn) => {
        clearTimeout(late);
        if (isDrawn) onDrawn(reader);
        setState((known) => (isDrawn || known === "drawn" ? "drawn" : "late"));
      },
    });
    return () => {
      clearTimeout(late);
      drawing.cancel();
    };
  }, [reader, number, scale, pixelsMax, live, picture, onSize, onDrawn, onFault]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another reader drew is not this document's
  useEffect(() => {
    if (!live) return;
    return () => {
      setState("waiting");
      shown.current?.dispose();
      shown.current = null;
    };
  }, [live, reader, picture]);
  return { ...placed, state };
}

type Asked = Omit<Wanted, "places" | "live" | "onDrawn"> & {
  /** What stands on the paper, and nothing at first. */
  readonly shown: RefObject<Picture | null>;
  readonly places: () => readonly FieldPlace[];
  readonly onPlaced: (change: (known: Placed) => Placed) => void;
  /** Whether the page was drawn; not told of one that was cancelled. */
  readonly onEnd: (isDrawn: boolean) => void;
};

/** Draws one page in one size. */
function draw(holder: HTMLElement, asked: Asked): { readonly cancel: () => void } {
  let wanted = true;
  let cancel: () => void = () => undefined;
  async function run(): Promise<void> {
    const { reader, number, scale, pixelsMax, shown } = asked;
    const page = await reader.page(number);
    if (!wanted) return;
    asked.onSize(number, page.size);
    const before = shown.current;
    const drawing = page.draw({ scale, pixelsMax });
    // The first drawing is seen growing; a finer one takes the place of the coarse one when it is whole.
    if (before === null) {
      holder.append(drawing.element);
      shown.current = drawing;
    }
    cancel = () => {
      drawing.cancel();
      if (shown.current !== drawing) drawing.dispose();
    };
    const place = (rect: Rect): Box => page.boxOf(rect, scale);
    const own = asked.places().map((one) => ({ ...one, box: place(one.field.rect) }));
    asked.onPlaced(({ foreign }) => ({ own, foreign }));
    const foreign = await page.foreign();
    if (wanted) asked.onPlaced(() => ({ own, foreign: foreign.map(place) }));
    await drawing.done;
    if (!wanted) return;
    if (before !== null) {
      before.element.replaceWith(drawing.element);
      before.dispose();
      shown.current = drawing;
    }
    asked.onEnd(true);
  }
  // Cancelled or closed: nobody looks any more. Otherwise the page cannot be drawn.
  run().catch((fault: unknown) => {
    if (!wanted) return;
    asked.onEnd(false);
    asked.onFault(fault);
  });
  return {
    cancel: () => {
      wanted = false;
      cancel();
    },
  };
}
