import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type JSX, type ReactNode, useRef, useState } from "react";
import type { LedField } from "./fields/use-led-field.ts";
import { PageColumn } from "./pages/page-column.tsx";
import { PageStrip } from "./pages/page-strip.tsx";
import type { DocumentReader } from "./reader/document-reader.ts";
import type { ReaderState, WayOfReading } from "./reader/use-reader.ts";
import type { Saving } from "./saving/use-saving.ts";
import { SearchBar } from "./search/search-bar.tsx";
import { useFinding } from "./search/use-finding.ts";
import type { ImageOfSignature } from "./signature-image/drawn-image.ts";
import { Toolbar, type WayBack } from "./tools/toolbar.tsx";
import { isPhone, useTools } from "./tools/use-tools.ts";
import { useZoom } from "./tools/use-zoom.ts";
import { viewerKeys } from "./tools/viewer-keys.ts";

type Props = {
  readonly file: Pick<WorkflowFile, "name" | "pages" | "fields">;
  readonly reader: ReaderState;
  readonly way: WayOfReading;
  readonly saving: Pick<Saving, "values" | "problems" | "state" | "change">;
  readonly led: LedField;
  /** IANA name of the zone that times are given in. */
  readonly zone: string;
  /** Whether a seal will stand where otherwise a signature does. */
  readonly forSeal: boolean;
  readonly image: ImageOfSignature;
  /** A page of this document is drawn. */
  readonly onDrawn: (reader: DocumentReader) => void;
  readonly back: WayBack;
  /** What else there is to do, beside the tools on a phone and only there. */
  readonly actions: ReactNode;
  /** What is said of the document above its pages. */
  readonly above: ReactNode;
  /** What stands beside the pages. */
  readonly children: ReactNode;
};

/** One document: its tools, its pages with fields that can be filled in, and what stands beside them. It knows nobody who looks at it. */
export function Viewer({ file, reader, way, saving, led, forSeal, image, onDrawn, ...around }: Props): JSX.Element {
  const desk = useRef<HTMLElement>(null);
  const { zoom, zoomTo, zoomBy } = useZoom(desk);
  const [page, setPage] = useState(1);
  const { goTo } = led;
  const { values, problems } = saving;
  const { search, marks, onText } = useFinding(desk, reader, { page, goTo, fields: file.fields, values });
  const { open, toggle, close } = useTools(desk, search);
  const onKey = viewerKeys({ zoomBy, toWidth: () => zoomTo(1), search: () => toggle("search", true) });
  return (
    <>
      <Toolbar
        file={file}
        state={saving.state}
        zone={around.zone}
        zoom={zoom}
        page={page}
        open={open}
        back={around.back}
        onZoom={zoomBy}
        onPage={goTo}
        onToggle={toggle}
        onKey={onKey}
        onDownload={way.download}
      >
        {around.actions}
      </Toolbar>
      {around.above}
      {open.search && <SearchBar search={search} onClose={() => close("search")} />}
      <div className={open.strip ? "viewer with-strip" : "viewer"}>
        {open.strip && reader.status === "open" && (
          <PageStrip
            reader={reader.reader}
            current={page}
            onPage={(wanted) => {
              goTo(wanted);
              if (isPhone()) close("strip");
            }}
            onClose={() => close("strip")}
          />
        )}
        <PageColumn
          desk={desk}
          reader={reader}
          way={way}
          file={file}
          forSeal={forSeal}
          image={image}
          zoom={zoom}
          target={led.target}
          values={values}
          marks={marks}
          problems={problems}
          currentField={led.fieldId}
          guided={led.isLed}
          onPage={setPage}
          onDrawn={onDrawn}
          onText={onText}
          onKey={onKey}
          onFocusField={led.setFieldId}
          onChange={saving.change}
        />
        {around.children}
      </div>
    </>
  );
}
