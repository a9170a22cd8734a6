import { type RefObject, useEffect, useRef, useState } from "react";
import { requireHeader } from "../../api/queries.ts";
import type { FieldPlace } from "./field-places.ts";
import type { Box, PageSize, PdfReader } from "./pdf-reader.ts";

type Placed = { readonly own: readonly (FieldPlace & { readonly box: Box })[]; readonly foreign: readonly Box[] };

/** waiting · drawn · late: not there yet, or it cannot be drawn. */
export type PageState = "waiting" | "drawn" | "late";

type Wanted = {
  readonly reader: PdfReader;
  readonly number: number;
  readonly places: readonly FieldPlace[];
  /** CSS pixels a PDF point. */
  readonly scale: number;
  readonly pixelsMax: number;
  readonly live: boolean;
  readonly onSize: (page: number, size: PageSize) => void;
};

/** After this long a page says that it is late; the drawing goes on. */
const late_after_ms = 10_000;

/** Draws the page into `picture` while it is live, says where its fields lie, and gives the memory back when it leaves. */
export function useDrawnPage(wanted: Wanted, picture: RefObject<HTMLElement | null>): Placed & { state: PageState } {
  const { reader, number, places, scale, pixelsMax, live, onSize } = wanted;
  const [placed, setPlaced] = useState<Placed>({ own: [], foreign: [] });
  const [state, setState] = useState<PageState>("waiting");
  const latest = useRef(places);
  latest.current = places;
  useEffect(() => {
    if (!live || picture.current === null) return;
    const late = setTimeout(() => setState((known) => (known === "drawn" ? known : "late")), late_after_ms);
    const drawing = draw(picture.current, {
      ...{ reader, number, scale, pixelsMax, onSize },
      places: () => latest.current,
      onPlaced: setPlaced,
      onEnd: (isDrawn) => {
        clearTimeout(late);
        setState((known) => (isDrawn || known === "drawn" ? "drawn" : "late"));
      },
    });
    return () => {
      clearTimeout(late);
      drawing.cancel();
    };
  }, [reader, number, scale, pixelsMax, live, picture, onSize]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another reader drew is not this document's
  useEffect(() => {
    if (!live) return;
    const holder = picture.current;
    return () => {
      setState("waiting");
      for (const canvas of holder?.querySelectorAll("canvas") ?? []) dispose(canvas);
    };
  }, [live, reader, picture]);
  return { ...placed, state };
}

/** The memory of a canvas goes back at once instead of with the next collection. */
function dispose(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}

type Asked = Omit<Wanted, "places" | "live"> & {
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
    const { reader, number, scale, pixelsMax } = asked;
    const [{ boxOnPage, foreignFields, sizeOfPage }, { drawPage }] = await Promise.all([
      import("./pdf-reader.ts"),
      import("./draw-page.ts"),
    ]);
    const page = await reader.page(number);
    if (!wanted) return;
    asked.onSize(number, sizeOfPage(page));
    const shown = holder.querySelector("canvas");
    const canvas = document.createElement("canvas");
    // The first drawing is seen growing; a finer one takes the place of the coarse one when it is whole.
    if (shown === null) holder.append(canvas);
    const drawing = drawPage(page, canvas, { scale, pixelsMax });
    cancel = () => {
      drawing.cancel();
      if (canvas !== holder.querySelector("canvas")) dispose(canvas);
    };
    const place = (rect: readonly number[]): Box => boxOnPage(page, scale, rect);
    const own = asked.places().map((one) => ({ ...one, box: place(one.field.rect) }));
    asked.onPlaced(({ foreign }) => ({ own, foreign }));
    const foreign = await foreignFields(page, requireHeader().signer_id);
    if (wanted) asked.onPlaced(() => ({ own, foreign: foreign.map(place) }));
    await drawing.done;
    if (!wanted) return;
    if (shown !== null) {
      shown.replaceWith(canvas);
      dispose(shown);
    }
    asked.onEnd(true);
  }
  // Cancelled or closed: nobody looks any more. Otherwise the page cannot be drawn.
  run().catch(() => wanted && asked.onEnd(false));
  return {
    cancel: () => {
      wanted = false;
      cancel();
    },
  };
}
