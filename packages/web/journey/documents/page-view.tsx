import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { type JSX, useEffect, useRef, useState } from "react";
import { requireHeader } from "../../api/queries.ts";
import { type FieldValues, inReadingOrder } from "../../frame/field-values.ts";
import { isSeal } from "../../frame/signer-kind.ts";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { FieldOnPage } from "./field-on-page.tsx";
import type { Box, PageSize, PdfReader } from "./pdf-reader.ts";

type Props = {
  readonly reader: PdfReader;
  readonly number: number;
  readonly file: WorkflowFile;
  readonly type: SignerType;
  readonly size: PageSize;
  /** CSS pixels a PDF point. */
  readonly scale: number;
  /** Only a live page is drawn. */
  readonly live: boolean;
  readonly values: FieldValues;
  readonly currentField: string | null;
  readonly guided: boolean;
  readonly watch: (element: HTMLElement | null) => (() => void) | undefined;
  readonly onSize: (size: PageSize) => void;
  readonly onFocusField: (annotationId: string) => void;
  readonly onChange: (annotationId: string, value: string) => void;
};

/** A field in one of its places. */
type Own = { readonly field: OwnField; readonly box: Box; readonly leads: boolean; readonly group: string };
type Placed = { readonly own: readonly Own[]; readonly foreign: readonly Box[] };

/** One page: paper of the right size at once, the drawing when it is near, fields as real inputs on top. */
export function PageView(props: Props): JSX.Element {
  const t = useText();
  const { number, size, scale, live, file, values } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const placed = useDrawnPage(props, canvas);
  return (
    <article
      className="paper"
      ref={props.watch}
      data-page={number}
      aria-label={t("viewer.pageOf", { name: file.name, n: number, m: file.pages })}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      {live && <canvas ref={canvas} />}
      {placed.foreign.map((box) => (
        <div
          key={`${box.left} ${box.top}`}
          className="pf other"
          style={box}
          role="img"
          aria-label={t("viewer.other")}
          title={t("viewer.other")}
        />
      ))}
      {placed.own.map(({ field, box, leads, group }, i) =>
        field.kind === "signature" ? (
          <div key={keyOf(field, i)} className="pf sig" style={{ ...box, fontSize: Math.min(13, box.height * 0.3) }}>
            <Icon name="pen" size={18} />
            <span>{t(isSeal(props.type) ? "viewer.sealHere" : "viewer.signatureHere")}</span>
          </div>
        ) : (
          <FieldOnPage
            key={keyOf(field, i)}
            field={field}
            box={box}
            scale={scale}
            value={values[field.annotation_id] ?? ""}
            current={field.annotation_id === props.currentField}
            leads={props.guided && leads}
            group={group}
            onFocus={() => props.onFocusField(field.annotation_id)}
            onChange={(value) => props.onChange(field.annotation_id, value)}
          />
        ),
      )}
    </article>
  );
}

// Fields may stand in several places of a page, in an order that does not change.
const keyOf = (field: OwnField, i: number): string => `${field.annotation_id} ${i}`;

/** The first place of each field leads; buttons of one state belong to different groups of the browser, and go on and off together. */
function placesOn(fields: readonly OwnField[], page: number): Omit<Own, "box">[] {
  const seen = new Map<string, number>();
  return inReadingOrder(fields).flatMap((field) => {
    const [name, state] = [field.annotation_id, `${field.annotation_id} ${field.options[0]?.value}`];
    const [before, copies] = [seen.get(name) ?? 0, seen.get(state) ?? 0];
    seen.set(name, before + 1).set(state, copies + 1);
    return field.page === page ? [{ field, leads: before === 0, group: `page ${copies} ${name}` }] : [];
  });
}

/** Draws the page while it is live and says where its fields lie. */
function useDrawnPage(
  { reader, number, file, scale, live, onSize }: Props,
  canvas: React.RefObject<HTMLCanvasElement | null>,
): Placed {
  const [placed, setPlaced] = useState<Placed>({ own: [], foreign: [] });
  const tellSize = useRef(onSize);
  tellSize.current = onSize;
  const ownFields = useRef(file.fields);
  ownFields.current = file.fields;
  useEffect(() => {
    if (!live) return;
    let wanted = true;
    let cancel: () => void = () => undefined;
    async function draw(): Promise<void> {
      const { boxOnPage, drawPage, foreignFields, sizeOfPage } = await import("./pdf-reader.ts");
      const page = await reader.page(number);
      if (!wanted || canvas.current === null) return;
      tellSize.current(sizeOfPage(page));
      cancel = drawPage(page, canvas.current, scale);
      const fields = ownFields.current;
      const own = placesOn(fields, number).map((place) => ({
        ...place,
        box: boxOnPage(page, scale, place.field.rect),
      }));
      setPlaced((known) => ({ own, foreign: known.foreign }));
      const foreign = await foreignFields(page, requireHeader().signer_id);
      if (wanted) setPlaced({ own, foreign: foreign.map((rect) => boxOnPage(page, scale, rect)) });
    }
    void draw().catch(() => undefined); // closed while drawing: nobody looks any more
    return () => {
      wanted = false;
      cancel();
    };
  }, [reader, number, scale, live, canvas]);
  return placed;
}
