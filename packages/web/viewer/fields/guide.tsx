import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type JSX, memo, type ReactNode, type RefObject, useCallback, useEffect, useRef } from "react";
import { type FieldValues, firstMissing, isFilled, smallIn } from "../../frame/field-values.ts";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { Icon } from "../../ui/icons.tsx";
import { Note } from "../../ui/note.tsx";
import { SegmentRing } from "../../ui/rings.tsx";
import type { Chosen, SaveState } from "../saving/use-saving.ts";
import { FieldControl } from "./field-control.tsx";
import type { FieldProblems } from "./field-problems.ts";

type Props = {
  readonly file: Pick<WorkflowFile, "small_values" | "xfdf_annotations">;
  /** What is said of a document without fields. */
  readonly nothing: TextKey;
  readonly fields: readonly OwnField[];
  readonly values: FieldValues;
  readonly problems: FieldProblems;
  /** Full name of the field that is being filled in. */
  readonly current: string | null;
  readonly state: SaveState;
  /** Holds the control of the current field. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onChange: (annotationId: string, value: string) => void;
  readonly onChoose: (annotationId: string, chosen: Chosen) => void;
  readonly onGoTo: (field: OwnField) => void;
  /** Somebody begins to fill in here what stands on the paper there. */
  readonly onReach: (field: OwnField) => void;
  /** On a phone: whether the paper has the room, and of the fields only their count is shown. */
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  /** What else there is to choose. */
  readonly children?: ReactNode;
};

/** From field to field: a panel beside the document, on phones a sheet below it. */
export function Guide(props: Props): JSX.Element {
  const t = useText();
  const { nothing, fields, current, state } = props;
  const filled = fields.filter((field) => isDone(field, props)).length;
  const field = fields.find(({ annotation_id }) => annotation_id === current) ?? fields[0];
  if (field === undefined) {
    return (
      <aside className="guide bare" aria-label={t("viewer.fields")}>
        <Note kind="plain" icon="file">
          <b>{t(nothing)}</b>
          <span className="max-md:hidden">
            {t(nothing === "viewer.unassigned" ? "viewer.unassignedLead" : "viewer.nothingLead")}
          </span>
        </Note>
        {props.children}
      </aside>
    );
  }
  // What else there is to choose comes on phones when nothing is missing any more: until then it would take the paper's room.
  const isOpen = firstMissing(fields, props.values, props.problems) !== null;
  const look = ["guide", props.folded ? "folded" : "", isOpen ? "has-open" : ""].join(" ").trim();
  return (
    <aside className={look} aria-label={t("viewer.fields")}>
      <div className="row guide-count">
        <SegmentRing segments={fields.map((each) => segmentOf(each, field, props))} size={56} of="fields" />
        <div>
          <p className="h-xl">{t("viewer.filledOf", { n: filled, m: fields.length })}</p>
          <p className="small muted">
            {t(isOpen || filled === fields.length ? "viewer.filled" : "viewer.filledEnough")}
          </p>
        </div>
        <Fold folded={props.folded} onFold={props.onFold} leads={isOpen} />
      </div>
      {state.status === "waiting" && (
        <Note kind="warn" icon="warning">
          {t(state.isOffline ? "viewer.offlineLead" : "entry.waiting")}
        </Note>
      )}
      <FieldForm {...props} field={field} leads={isOpen} />
      {filled === fields.length && (
        <div className="max-md:hidden">
          <Note kind="ok" icon="tick">
            <b>{t("viewer.complete")}</b>
            {t("viewer.completeLead")}
          </Note>
        </div>
      )}
      {props.children}
      {fields.length > 1 && <FieldList {...props} field={field} />}
    </aside>
  );
}

/** Whether the next step is here: once nothing is missing, it is the way on, and one button asks to be pressed. */
type Leading = { readonly leads: boolean };

/** On a phone the fields make room for the paper, and come back. */
function Fold({ folded, onFold, leads }: Pick<Props, "folded" | "onFold"> & Leading): JSX.Element {
  const t = useText();
  return (
    <button
      className={folded ? `btn btn-sm ${leads ? "btn-you" : "btn-side"} fold` : "btn-icon fold"}
      type="button"
      aria-label={folded ? undefined : t("viewer.hideFields")}
      onClick={() => onFold(!folded)}
    >
      {folded && t(leads ? "viewer.fillIn" : "viewer.showFields")}
      <Icon name={folded ? "up" : "down"} />
    </button>
  );
}

/** Whether something stands in the field that can stay so. */
function isDone(field: OwnField, { values, problems }: Pick<Props, "values" | "problems">): boolean {
  return isFilled(field, values) && problems[field.annotation_id] === undefined;
}

function segmentOf(
  field: OwnField,
  current: OwnField,
  shown: Pick<Props, "values" | "problems">,
): "done" | "here" | "open" {
  if (isDone(field, shown)) return "done";
  return field === current ? "here" : "open";
}

function FieldForm(props: Props & Leading & { field: OwnField }): JSX.Element {
  const { fields, field, leads, form, values, problems, onChange, onChoose, onGoTo, onReach } = props;
  const t = useText();
  const left = useLeft(field.annotation_id);
  const at = fields.indexOf(field);
  const next = fields[(at + 1) % fields.length];
  const previous = fields[(at - 1 + fields.length) % fields.length];
  return (
    <form
      className="guide-form"
      ref={form}
      onFocus={() => onReach(field)}
      // Who wants to go on first may: what is missing is said beside the way on, in the person's language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (next !== undefined) onGoTo(next);
      }}
    >
      <FieldControl
        key={field.annotation_id}
        field={field}
        value={values[field.annotation_id] ?? ""}
        problem={problems[field.annotation_id] ?? null}
        left={left.has(field.annotation_id)}
        small={smallIn(props.file, values).includes(field.annotation_id)}
        onChange={(value) => onChange(field.annotation_id, value)}
        onChoose={(chosen) => onChoose(field.annotation_id, chosen)}
      />
      {fields.length > 1 && (
        <div className="row mt-4">
          <button
            className="btn btn-side md:hidden"
            type="button"
            aria-label={t("viewer.previousField")}
            onClick={() => previous !== undefined && onGoTo(previous)}
          >
            <span className="rotate-180">
              <Icon name="down" />
            </span>
          </button>
          <button className={`btn ${leads ? "btn-you" : "btn-side"} grow`} type="submit">
            {t("viewer.nextField")}
            <Icon name="down" />
          </button>
        </div>
      )}
    </form>
  );
}

/** The fields that were the current one and are not, or were before. */
function useLeft(current: string): ReadonlySet<string> {
  const left = useRef(new Set<string>());
  useEffect(() => () => void left.current.add(current), [current]);
  return left.current;
}

function FieldList(props: Props & { field: OwnField }): JSX.Element {
  const { fields, field, onGoTo } = props;
  const t = useText();
  const latest = useRef(onGoTo);
  latest.current = onGoTo;
  const goTo = useCallback((to: OwnField) => latest.current(to), []);
  return (
    <nav aria-label={t("viewer.fieldList")} className="max-md:hidden">
      <ol>
        {fields.map((each) => (
          <FieldRow
            key={each.annotation_id}
            field={each}
            filled={isDone(each, props)}
            here={each === field}
            onGoTo={goTo}
          />
        ))}
      </ol>
    </nav>
  );
}

type RowProps = { field: OwnField; filled: boolean; here: boolean; onGoTo: (field: OwnField) => void };

/** Whoever types in one of three hundred fields changes one row at most. */
const FieldRow = memo(function FieldRow({ field, filled, here, onGoTo }: RowProps): JSX.Element {
  const t = useText();
  return (
    <li>
      <button type="button" aria-current={here || undefined} onClick={() => onGoTo(field)}>
        <span className={filled ? "ok" : undefined}>
          <Icon name={filled ? "done" : here ? "here" : "open"} />
        </span>
        <span>
          {field.label}
          {!field.required && <span className="subtle"> ({t("viewer.optional")})</span>}
          {filled && <span className="vh">, {t("viewer.filledWord")}</span>}
        </span>
        <span className="tiny subtle">{t("viewer.pageShort", { n: field.page })}</span>
      </button>
    </li>
  );
});
