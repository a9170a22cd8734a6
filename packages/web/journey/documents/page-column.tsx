import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { type JSX, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues } from "../../frame/field-values.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { livePages } from "./live-pages.ts";
import { PageView } from "./page-view.tsx";
import type { PageSize, PdfReader } from "./pdf-reader.ts";
import type { ReaderState } from "./use-pdf-reader.ts";
import { useSeenPages } from "./use-seen-pages.ts";

type Props = {
  readonly reader: ReaderState;
  readonly file: WorkflowFile;
  readonly type: SignerType;
  readonly zoom: number;
  /** A page to scroll to; a new object scrolls again. */
  readonly target: { readonly page: number } | null;
  readonly values: FieldValues;
  readonly currentField: string | null;
  /** Whether the person asked to be led: before that a document lies open at its beginning. */
  readonly guided: boolean;
  readonly onPage: (page: number) => void;
  readonly onFocusField: (annotationId: string) => void;
  readonly onChange: (annotationId: string, value: string) => void;
};

const page_width_max_px = 704;
const desk_margin_px = 16;
const a4: PageSize = { width: 595, height: 842 };

/** The pages below one another on the desk; only those near the eye are drawn. */
export function PageColumn(props: Props): JSX.Element {
  const t = useText();
  const desk = useRef<HTMLElement>(null);
  const width = useWidth(desk);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.2, 2.1.1)
    <main className="desk" id="main" ref={desk} tabIndex={0} aria-label={t("viewer.document")}>
      {props.reader.status === "opening" && <Loading />}
      {props.reader.status === "unreadable" && <p role="alert">{t("viewer.unreadable")}</p>}
      {props.reader.status === "open" && width > 0 && (
        <Pages {...props} reader={props.reader.reader} desk={desk} width={width} />
      )}
    </main>
  );
}

type PagesProps = Omit<Props, "reader"> & {
  reader: PdfReader;
  desk: React.RefObject<HTMLElement | null>;
  width: number;
};

function Pages({
  reader,
  desk,
  width,
  file,
  type,
  zoom,
  target,
  values,
  currentField,
  guided,
  onPage,
  onFocusField,
  onChange,
}: PagesProps): JSX.Element {
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const { visible, current, watch } = useSeenPages(desk);
  const numbers = useMemo(() => Array.from({ length: reader.pages }, (_, at) => at + 1), [reader.pages]);
  const live = livePages({ visible, current, pages: reader.pages });
  const usual = sizes.get(1) ?? a4;
  const scaleOf = (size: PageSize): number => (Math.min(width, page_width_max_px) / size.width) * zoom;

  useEffect(() => onPage(current), [current, onPage]);
  useEffect(() => {
    if (target === null) return;
    const page = desk.current?.querySelector<HTMLElement>(`[data-page="${target.page}"]`);
    // Only the desk scrolls; scrollIntoView would move the window behind it too.
    if (page != null) desk.current?.scrollTo({ top: page.offsetTop - desk_margin_px });
  }, [target, desk]);

  return (
    <>
      {numbers.map((number) => {
        const size = sizes.get(number) ?? usual;
        return (
          <PageView
            key={number}
            reader={reader}
            number={number}
            file={file}
            type={type}
            size={size}
            scale={scaleOf(size)}
            live={live.has(number)}
            values={values}
            currentField={currentField}
            guided={guided}
            watch={watch}
            onSize={(told) =>
              setSizes((known) => (sameSize(known.get(number), told) ? known : new Map(known).set(number, told)))
            }
            onFocusField={onFocusField}
            onChange={onChange}
          />
        );
      })}
    </>
  );
}

function sameSize(one: PageSize | undefined, other: PageSize): boolean {
  return one?.width === other.width && one.height === other.height;
}

/** The room for a page inside an element, CSS pixels, following its size. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
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
