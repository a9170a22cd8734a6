import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { fillsField } from "@siegel/contract/field-entry.ts";
import { type JSX, memo, useRef } from "react";
import type { FieldValues } from "../../frame/field-values.ts";
import { type Translate, useText } from "../../i18n/catalogue.ts";
import { FieldOnPage, type FieldOnPageProps } from "../fields/field-on-page.tsx";
import type { FieldPlace } from "../fields/field-places.ts";
import { type FieldProblems, isUnfinished, sentenceOfProblem } from "../fields/field-problems.ts";
import type { DocumentReader, PageSize } from "../reader/document-reader.ts";
import type { WayOfReading } from "../reader/use-reader.ts";
import type { FieldMark } from "../search/find-on-page.ts";
import { FoundFields } from "../search/found-fields.tsx";
import type { ImageOfSignature } from "../signature-image/drawn-image.ts";
import { SignaturePlace } from "../signature-image/signature-place.tsx";
import { WaysAround } from "./opening-document.tsx";
import { PageText } from "./page-text.tsx";
import { useDrawnPage } from "./use-drawn-page.ts";

type Props = {
  readonly reader: DocumentReader;
  readonly number: number;
  readonly file: Pick<WorkflowFile, "name" | "pages">;
  readonly forSeal: boolean;
  readonly image: ImageOfSignature;
  /** The person's own fields on this page. */
  readonly places: readonly FieldPlace[];
  readonly size: PageSize;
  /** CSS pixels a PDF point. */
  readonly scale: number;
  readonly pixelsMax: number;
  /** Only a live page is drawn. */
  readonly live: boolean;
  readonly values: FieldValues;
  /** Fields in which something was found. */
  readonly marks: readonly FieldMark[];
  readonly problems: FieldProblems;
  readonly currentField: string | null;
  readonly guided: boolean;
  readonly watch: (element: HTMLElement | null) => (() => void) | undefined;
  readonly onSize: (page: number, size: PageSize) => void;
  readonly onText: (page: number, pieces: readonly HTMLElement[] | null) => void;
  readonly onDrawn: (reader: DocumentReader) => void;
  readonly way: WayOfReading;
  readonly onFocusField: (annotationId: string) => void;
  readonly onChange: (annotationId: string, value: string) => void;
};

/** One page: paper of the right size at once, the drawing when it is near, its text and fields as real inputs on top. */
export const PageView = memo(function PageView(props: Props): JSX.Element {
  const t = useText();
  const { reader, number, size, scale, live, file } = props;
  const picture = useRef<HTMLDivElement>(null);
  const { own, foreign, state } = useDrawnPage({ ...props, onFault: props.way.onFault }, picture);
  return (
    <article
      className={live && (state === "drawn" || state === "late") ? "paper" : "paper blank"}
      ref={props.watch}
      data-page={number}
      aria-label={t("viewer.pageOf", { name: file.name, n: number, m: file.pages })}
      aria-busy={live && state === "waiting"}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <div className="picture" ref={picture} aria-hidden="true" />
      {live && state === "drawn" && <PageText reader={reader} number={number} scale={scale} onText={props.onText} />}
      {(!live || state === "waiting") && <p className="vh">{t("viewer.notYet")}</p>}
      {live && state === "late" && <LatePage number={number} way={props.way} />}
      {foreign.map((box) => (
        <div
          key={`${box.left} ${box.top}`}
          className="pf other"
          style={box}
          role="img"
          aria-label={t("viewer.other")}
          title={t("viewer.other")}
        />
      ))}
      {own.map(({ field, box, leads, group }, i) =>
        field.kind === "signature" ? (
          <SignaturePlace
            key={keyOf(field.annotation_id, i)}
            box={box}
            scale={scale}
            forSeal={props.forSeal}
            image={props.image}
          />
        ) : (
          <OwnFieldOnPage
            key={keyOf(field.annotation_id, i)}
            field={field}
            box={box}
            scale={scale}
            value={props.values[field.annotation_id] ?? ""}
            fault={faultOf(props, field, t)}
            done={isDone(props, field)}
            current={field.annotation_id === props.currentField}
            leads={props.guided && leads}
            group={group}
            onFocusField={props.onFocusField}
            onChangeField={props.onChange}
          />
        ),
      )}
      {live && props.marks.length > 0 && (
        <FoundFields reader={reader} number={number} scale={scale} marks={props.marks} />
      )}
    </article>
  );
});

const isDone = ({ problems, values }: Pick<Props, "problems" | "values">, field: OwnField): boolean =>
  problems[field.annotation_id] === undefined && fillsField(values[field.annotation_id] ?? "", field);

/** What is said of a field that cannot stay as it is; what is being written is not wrong yet. */
function faultOf(
  { problems, values, currentField }: Pick<Props, "problems" | "values" | "currentField">,
  field: OwnField,
  t: Translate,
): string | null {
  const { annotation_id: name } = field;
  const [problem, value] = [problems[name], values[name] ?? ""];
  if (problem === undefined || (name === currentField && isUnfinished(problem, value))) return null;
  return sentenceOfProblem(field, value, problem, t);
}

// A field may stand in several places of a page, in an order that does not change.
const keyOf = (name: string, i: number): string => `${name} ${i}`;

type OwnFieldProps = Omit<FieldOnPageProps, "onFocus" | "onChange"> & {
  readonly onFocusField: Props["onFocusField"];
  readonly onChangeField: Props["onChange"];
};

/** Whoever types in one of three hundred fields changes one of them. */
const OwnFieldOnPage = memo(function OwnFieldOnPage(props: OwnFieldProps): JSX.Element {
  const { onFocusField, onChangeField, ...shown } = props;
  const id = shown.field.annotation_id;
  return <FieldOnPage {...shown} onFocus={() => onFocusField(id)} onChange={(value) => onChangeField(id, value)} />;
});

/** Instead of a page that does not come: a slow line, or a page that takes more than a browser has. */
function LatePage({ number, way }: Pick<Props, "number" | "way">): JSX.Element {
  const t = useText();
  return (
    <div className="late" role="status">
      <p>{t("viewer.late", { n: number })}</p>
      <WaysAround way={way} onReopen={way.reopen} />
    </div>
  );
}
