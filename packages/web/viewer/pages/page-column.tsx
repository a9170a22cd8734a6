import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type JSX, type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues } from "../../frame/field-values.ts";
import { useText } from "../../i18n/catalogue.ts";
import { type FieldPlace, placesByPage } from "../fields/field-places.ts";
import type { FieldProblems } from "../fields/field-problems.ts";
import { showField, showWithin } from "../fields/show-field.ts";
import type { Target } from "../fields/use-led-field.ts";
import type { DocumentReader, PageSize } from "../reader/document-reader.ts";
import { memoryGb } from "../reader/showing.ts";
import type { ReaderState, WayOfReading } from "../reader/use-reader.ts";
import type { FieldMark } from "../search/find-on-page.ts";
import type { ImageOfSignature } from "../signature-image/drawn-image.ts";
import { viewerShortcuts } from "../tools/viewer-keys.ts";
import { pixelBudget } from "./live-pages.ts";
import { MissingReader, OpeningDocument, UnreadableDocument } from "./opening-document.tsx";
import { PageView } from "./page-view.tsx";
import { ShownAsPictures } from "./shown-as-pictures.tsx";
import { useLivePages } from "./use-live-pages.ts";
import { useSeenPages } from "./use-seen-pages.ts";

type Props = {
  readonly desk: RefObject<HTMLElement | null>;
  readonly reader: ReaderState;
  readonly way: WayOfReading;
  readonly file: Pick<WorkflowFile, "name" | "pages" | "fields">;
  /** Whether a seal will stand where otherwise a signature does. */
  readonly forSeal: boolean;
  readonly image: ImageOfSignature;
  readonly zoom: number;
  /** What to scroll to: a page, or the current field on it; a new object scrolls again. */
  readonly target: Target | null;
  readonly values: FieldValues;
  /** By page, the fields in which something was found. */
  readonly marks: ReadonlyMap<number, readonly FieldMark[]>;
  readonly problems: FieldProblems;
  readonly currentField: string | null;
  /** Whether the person asked to be led: before that a document lies open at its beginning. */
  readonly guided: boolean;
  readonly onPage: (page: number) => void;
  readonly onDrawn: (reader: DocumentReader) => void;
  readonly onText: (page: number, pieces: readonly HTMLElement[] | null) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocusField: (annotationId: string) => void;
  readonly onChange: (annotationId: string, value: string) => void;
};

const page_width_max_px = 704;
const desk_margin_px = 16;
const a4: PageSize = { width: 595, height: 842 };

/** The pages below one another on the desk; only those near the eye are drawn. */
export function PageColumn(props: Props): JSX.Element {
  const t = useText();
  const { desk, reader, way } = props;
  const width = useWidth(desk);
  return (
    <main
      className="desk"
      id="main"
      ref={desk}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.2, 2.1.1)
      tabIndex={0}
      aria-label={t("viewer.document")}
      aria-keyshortcuts={viewerShortcuts}
      onKeyDown={props.onKey}
    >
      <ShownAsPictures way={way} />
      {reader.status === "opening" && <OpeningDocument way={way} onReopen={way.reopen} />}
      {reader.status === "missing" && <MissingReader way={way} />}
      {reader.status === "unreadable" && <UnreadableDocument way={way} />}
      {reader.status === "open" && width > 0 && <Pages {...props} reader={reader.reader} width={width} />}
    </main>
  );
}

type PagesProps = Omit<Props, "reader"> & { readonly reader: DocumentReader; readonly width: number };

function Pages(props: PagesProps): JSX.Element {
  const { reader, desk, width, file, zoom, target, values, currentField, onPage } = props;
  const { sizes, onSize } = usePageSizes();
  const { visible, current, watch } = useSeenPages(desk);
  const numbers = useMemo(() => Array.from({ length: reader.pages }, (_, at) => at + 1), [reader.pages]);
  const placesOf = useMemo(() => placesByPage(file.fields), [file.fields]);
  const valuesOf = useValuesByPage(placesOf, values);
  const usual = sizes.get(1) ?? a4;
  const shownWidth = Math.min(width, page_width_max_px) * zoom;
  const density = window.devicePixelRatio;
  const budget = pixelBudget(device(), shownWidth * shownWidth * (usual.height / usual.width) * density * density);
  const live = useLivePages({ visible, current, pages: reader.pages, max: budget.pages });

  useEffect(() => onPage(current), [current, onPage]);
  useEffect(() => {
    if (target === null) return;
    const page = desk.current?.querySelector<HTMLElement>(`[data-page="${target.page}"]`);
    const field = target.field ? page?.querySelector<HTMLElement>(".pf.now") : null;
    if (field != null) return showField(field);
    // scrollIntoView would move the window too, where it need not be moved. A field that is not there yet shows itself when it is.
    if (page == null || desk.current === null) return;
    desk.current.scrollTo({ top: page.offsetTop - desk_margin_px });
    // In a low window the desk begins behind the tools once somebody has scrolled down.
    const { top } = desk.current.getBoundingClientRect();
    showWithin(desk.current, { top, bottom: top });
  }, [target, desk]);

  return (
    <div className="pages">
      {numbers.map((number) => {
        const size = sizes.get(number) ?? usual;
        const places = placesOf.get(number) ?? noPlaces;
        const isHere = places.some(({ field }) => field.annotation_id === currentField);
        return (
          <PageView
            key={number}
            reader={reader}
            number={number}
            file={file}
            forSeal={props.forSeal}
            image={props.image}
            places={places}
            size={size}
            scale={shownWidth / size.width}
            pixelsMax={budget.pixels}
            live={live.has(number)}
            values={valuesOf.get(number) ?? noValues}
            marks={props.marks.get(number) ?? noMarks}
            problems={props.problems}
            currentField={isHere ? currentField : null}
            guided={props.guided}
            watch={watch}
            onSize={onSize}
            onDrawn={props.onDrawn}
            onText={props.onText}
            way={props.way}
            onFocusField={props.onFocusField}
            onChange={props.onChange}
          />
        );
      })}
    </div>
  );
}

// The same objects every time, so that a page on which nothing changed is not made again.
const noPlaces: readonly FieldPlace[] = [];
const noValues: FieldValues = {};
const noMarks: readonly FieldMark[] = [];

/** The values of each page's fields: the same object as long as nothing on that page changed. */
function useValuesByPage(
  placesOf: ReadonlyMap<number, readonly FieldPlace[]>,
  values: FieldValues,
): ReadonlyMap<number, FieldValues> {
  const known = useRef<ReadonlyMap<number, FieldValues>>(new Map());
  return useMemo(() => {
    const pages = new Map<number, FieldValues>();
    for (const [page, places] of placesOf) {
      const ids = places.map(({ field }) => field.annotation_id);
      const before = known.current.get(page);
      const now = Object.fromEntries(ids.map((id) => [id, values[id] ?? ""]));
      const isSame = before !== undefined && ids.every((id) => before[id] === now[id]);
      pages.set(page, isSame ? before : now);
    }
    known.current = pages;
    return pages;
  }, [placesOf, values]);
}

const device = (): Parameters<typeof pixelBudget>[0] => ({
  coarsePointer: window.matchMedia("(pointer: coarse)").matches,
  memoryGb: memoryGb(),
});

function usePageSizes(): {
  readonly sizes: ReadonlyMap<number, PageSize>;
  readonly onSize: (page: number, size: PageSize) => void;
} {
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const onSize = useCallback((page: number, told: PageSize): void => {
    setSizes((known) => (sameSize(known.get(page), told) ? known : new Map(known).set(page, told)));
  }, []);
  return { sizes, onSize };
}

function sameSize(one: PageSize | undefined, other: PageSize): boolean {
  return one?.width === other.width && one.height === other.height;
}

/** The room for a page inside an element, CSS pixels, following its size. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const observer = new ResizeObserver(() => {
      const { paddingLeft, paddingRight } = getComputedStyle(watched);
      setWidth(Math.floor(watched.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)));
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
