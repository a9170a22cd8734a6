import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { type JSX, useEffect, useMemo, useRef, useState } from "react";
import { EmbeddedFiles } from "../../frame/embedded-files.tsx";
import {
  countMissing,
  type FieldValues,
  fillableFields,
  firstMissing,
  storedValues,
} from "../../frame/field-values.ts";
import { RefusalButton } from "../../frame/refusal-button.tsx";
import { drawsImage } from "../../frame/shown-files.ts";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";
import { saveShown, saveShownImage } from "../../session.ts";
import type { DocumentReader } from "./document-reader.ts";
import type { FieldProblem } from "./field-problems.ts";
import { Guide } from "./guide.tsx";
import { nextToConfirm } from "./next-document.ts";
import { PageColumn } from "./page-column.tsx";
import { PageStrip } from "./page-strip.tsx";
import { SearchBar } from "./search-bar.tsx";
import { ChooseImage } from "./signature-image/choose-image.tsx";
import { useSignatureImage } from "./signature-image/use-signature-image.ts";
import { Toolbar } from "./toolbar.tsx";
import { useFinding } from "./use-finding.ts";
import { useFocusOfField } from "./use-focus-of-field.ts";
import { useLedField } from "./use-led-field.ts";
import { type ReaderState, useReader, type WayOfReading } from "./use-reader.ts";
import { useSaving } from "./use-saving.ts";
import { isPhone, useTools } from "./use-tools.ts";
import { useZoom } from "./use-zoom.ts";
import { WayOn } from "./viewer-actions.tsx";
import { viewerKeys } from "./viewer-keys.ts";
import { type Confirmation, confirmationOf, nextLabel } from "./way-on.ts";

type Props = {
  readonly workflow: WorkflowView;
  readonly file: WorkflowFile;
  /** All of the workflow, this one among them. */
  readonly files: readonly WorkflowFile[];
};

/** One document: its pages with the signer's fields on them, the guide through the fields, and the way on. */
export function DocumentView({ workflow, file, files }: Props): JSX.Element {
  const only = files.length === 1;
  const t = useText();
  const desk = useRef<HTMLElement>(null);
  const { reader, way } = useReader(file);
  const { isDrawn, isShown, onDrawn } = useShown(reader, way);
  const fields = useMemo(() => fillableFields(file), [file]);
  const saving = useSaving(file, fields);
  const signatureImage = useSignatureImage(file, `${workflow.first_name} ${workflow.last_name}`);
  const { zoom, zoomTo, zoomBy } = useZoom(desk);
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const led = useLedField(() => firstMissing(fields, saving.values, saving.problems) ?? fields[0]);
  useKeptAsShown(file, { isShown, values: saving.values, image: signatureImage.drawn });
  const missing = firstMissing(fields, saving.values, saving.problems);
  const keptBack = signatureImage.lacks ?? (isShown ? null : unreadReason(reader));
  const { goTo } = led;
  const { search, marks, onText } = useFinding(desk, reader, {
    page,
    goTo,
    fields: file.fields,
    values: saving.values,
  });
  const { open, toggle, close } = useTools(desk, search);
  const { form, lead } = useFocusOfField(led.goToField);
  const onKey = viewerKeys({ zoomBy, toWidth: () => zoomTo(1), search: () => toggle("search", true) });
  return (
    <>
      <Toolbar
        file={file}
        state={saving.state}
        zoom={zoom}
        page={page}
        open={open}
        backTo={only ? null : paths.documents(workflow)}
        onZoom={zoomBy}
        onPage={goTo}
        onToggle={toggle}
        onKey={onKey}
        onDownload={way.download}
      >
        <RefusalButton workflow={workflow} blocked={busy} />
      </Toolbar>
      <EmbeddedFiles file={file} type={workflow.signer_type} bar />
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
          type={workflow.signer_type}
          image={signatureImage.image}
          zoom={zoom}
          target={led.target}
          values={saving.values}
          marks={marks}
          problems={saving.problems}
          currentField={led.fieldId}
          guided={led.isLed}
          onPage={setPage}
          onDrawn={onDrawn}
          onText={onText}
          onKey={onKey}
          onFocusField={led.setFieldId}
          onChange={saving.change}
        />
        <Guide
          file={file}
          type={workflow.signer_type}
          fields={fields}
          values={saving.values}
          problems={saving.problems}
          current={led.fieldId}
          state={saving.state}
          onChange={saving.change}
          onChoose={saving.choose}
          form={form}
          onGoTo={lead}
          onReach={led.goToField}
          folded={led.isFolded}
          onFold={led.fold}
        >
          <ChooseImage file={file} type={workflow.signer_type} signatureImage={signatureImage} />
        </Guide>
      </div>
      <WayOn
        workflow={workflow}
        only={only}
        next={nextToConfirm(files, file.id)}
        confirmLabel={only ? nextLabel(workflow.signer_type) : file.sign ? "viewer.confirm" : "viewer.confirmRead"}
        reason={
          missing === null
            ? keptBack && t(keptBack)
            : t(reasonKey(saving.problems[missing.annotation_id], countMissing(fields, saving.values)), {
                label: missing.label,
                n: countMissing(fields, saving.values),
              })
        }
        word={wordOf(file, isTouched(file, saving.values), { only, elsewhere: way.isDownloaded && !isDrawn })}
        busy={busy}
        onBusy={setBusy}
        onBlocked={() => (missing === null ? signatureImage.lacks && signatureImage.again() : lead(missing))}
        save={saving.save}
      />
    </>
  );
}

/** Whether a page of what is open now is drawn; and whether it, or the download instead, came before the person's eyes. */
function useShown(reader: ReaderState, { isDownloaded }: Pick<WayOfReading, "isDownloaded">) {
  // Not whether, but which: what another reader drew may be an earlier revision, or gone.
  const [drawn, onDrawn] = useState<DocumentReader | null>(null);
  const isDrawn = reader.status === "open" && reader.reader === drawn;
  return { isDrawn, isShown: isDrawn || isDownloaded, onDrawn };
}

type OnPages = {
  /** Before that nobody has seen anything. */
  readonly isShown: boolean;
  readonly values: FieldValues;
  /** Id of the image that stands in the signature. */
  readonly image: string | null;
};

/** What stands on these pages is what an approval will be about; an image once it is drawn. A page without a box says nothing of it. */
function useKeptAsShown(file: WorkflowFile, { isShown, values, image }: OnPages): void {
  const hasBox = drawsImage(file);
  useEffect(() => {
    if (!isShown) return;
    const shown = fillableFields(file).map(({ annotation_id }) => ({
      annotation_id,
      // Whatever it is: what the server holds instead, and nobody sees here, is not signed (WORKFLOW_CHANGED).
      value: (values[annotation_id] ?? "").slice(0, field_value_chars_max),
    }));
    saveShown(file.id, shown);
  }, [isShown, file, values]);
  useEffect(() => {
    if (isShown && hasBox) saveShownImage(image);
  }, [isShown, hasBox, image]);
}

/** Whether something else stands in the fields than the server has. */
function isTouched(file: WorkflowFile, values: FieldValues): boolean {
  return Object.entries(storedValues(file)).some(([name, value]) => (values[name] ?? value) !== value);
}

/** What is said beside the way on when nothing keeps it back. */
const confirmationWords = {
  confirmed: "entry.confirmed",
  changed: "entry.changedSince",
  open: null,
} as const satisfies Record<Confirmation, TextKey | null>;

/** A single document is confirmed by going on: only that something changed since is news. */
function wordOf(
  file: WorkflowFile,
  touched: boolean,
  { only, elsewhere }: { only: boolean; elsewhere: boolean },
): TextKey | null {
  if (elsewhere) return "viewer.downloaded";
  const confirmation = confirmationOf(file, !only && touched);
  if (!only) return confirmationWords[confirmation];
  return confirmation === "changed" ? "entry.changedSinceShown" : null;
}

/** Nobody confirms what never came before their eyes. */
function unreadReason({ status }: ReaderState): TextKey {
  return status === "missing" || status === "unreadable" ? "viewer.readElsewhere" : "viewer.stillLoading";
}

function reasonKey(problem: FieldProblem | undefined, left: number): TextKey {
  if (problem === undefined) return left > 1 ? "viewer.missingMore" : "viewer.missing";
  return problem.kind === "changed" ? "entry.changedElsewhere" : "viewer.wrong";
}
