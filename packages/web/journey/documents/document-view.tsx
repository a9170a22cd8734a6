import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useMemo, useState } from "react";
import { EmbeddedFiles } from "../../frame/embedded-files.tsx";
import {
  countMissing,
  type FieldValues,
  fillableFields,
  firstMissing,
  storedValues,
} from "../../frame/field-values.ts";
import { LanguageSwitch } from "../../frame/language-switch.tsx";
import { LogOut } from "../../frame/log-out.tsx";
import { RefusalButton } from "../../frame/refusal-button.tsx";
import { drawsImage } from "../../frame/shown-files.ts";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";
import { saveShown, saveShownImage } from "../../session.ts";
import type { FieldProblem } from "../../viewer/fields/field-problems.ts";
import { Guide } from "../../viewer/fields/guide.tsx";
import { useFocusOfField } from "../../viewer/fields/use-focus-of-field.ts";
import { useLedField } from "../../viewer/fields/use-led-field.ts";
import type { DocumentReader } from "../../viewer/reader/document-reader.ts";
import { type ReaderState, useReader, type WayOfReading } from "../../viewer/reader/use-reader.ts";
import { useSaving } from "../../viewer/saving/use-saving.ts";
import { Viewer } from "../../viewer/viewer.tsx";
import { ChooseImage } from "./choose-image.tsx";
import { nextToConfirm } from "./next-document.ts";
import { useOwnDocument } from "./use-own-document.ts";
import { useOwnImage } from "./use-own-image.ts";
import { useOwnSaver } from "./use-own-saver.ts";
import { WayOn } from "./viewer-actions.tsx";
import { type Confirmation, confirmationOf, nextLabel } from "./way-on.ts";

type Props = {
  readonly workflow: WorkflowView;
  readonly file: WorkflowFile;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
  /** All of the workflow, this one among them. */
  readonly files: readonly WorkflowFile[];
};

/** One document: its pages with the signer's fields on them, the guide through the fields, and the way on. */
export function DocumentView({ workflow, file, zone, files }: Props): JSX.Element {
  const only = files.length === 1;
  const t = useText();
  const navigate = useNavigate();
  const { reader, way } = useReader(useOwnDocument(file));
  const { isDrawn, isShown, onDrawn } = useShown(reader, way);
  const fields = useMemo(() => fillableFields(file), [file]);
  const saving = useSaving(file, fields, useOwnSaver(file));
  const ownImage = useOwnImage(file, `${workflow.first_name} ${workflow.last_name}`);
  const [busy, setBusy] = useState(false);
  const led = useLedField(() => firstMissing(fields, saving.values, saving.problems) ?? fields[0]);
  useKeptAsShown(file, { isShown, values: saving.values, image: ownImage.drawn });
  const missing = firstMissing(fields, saving.values, saving.problems);
  const keptBack = ownImage.lacks ?? (isShown ? null : unreadReason(reader));
  const { form, lead } = useFocusOfField(led.goToField);
  const next = nextToConfirm(files, file.id);
  const touched = isTouched(file, saving.values);
  const confirmation = confirmationOf(file, !only && touched);
  return (
    <>
      <Viewer
        file={file}
        reader={reader}
        way={way}
        saving={saving}
        led={led}
        zone={zone}
        forSeal={isSeal(workflow.signer_type)}
        image={ownImage.image}
        onDrawn={onDrawn}
        back={{
          label: t(only ? "frame.back" : "viewer.toList"),
          onPhoneOnly: only,
          go: () => {
            if (!busy) void navigate({ href: only ? paths.credentials(workflow) : paths.documents(workflow) });
          },
        }}
        actions={
          <>
            <RefusalButton workflow={workflow} blocked={busy} />
            <LanguageSwitch />
            <LogOut />
          </>
        }
        above={<EmbeddedFiles file={file} type={workflow.signer_type} bar />}
      >
        <Guide
          file={file}
          nothing={nothingToFill(file, workflow.signer_type)}
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
          <ChooseImage file={file} type={workflow.signer_type} ownImage={ownImage} />
        </Guide>
      </Viewer>
      <WayOn
        workflow={workflow}
        only={only}
        next={next}
        confirmLabel={only ? nextLabel(workflow.signer_type) : confirmLabel(file, confirmation, next)}
        reason={
          missing === null
            ? keptBack && t(keptBack)
            : t(reasonKey(saving.problems[missing.annotation_id], countMissing(fields, saving.values)), {
                label: missing.label,
                n: countMissing(fields, saving.values),
              })
        }
        word={wordOf(confirmation, { only, elsewhere: way.isDownloaded && !isDrawn })}
        busy={busy}
        onBusy={setBusy}
        onBlocked={() => (missing === null ? ownImage.lacks && ownImage.again() : lead(missing))}
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
  unseen: "entry.confirmed",
  changed: "entry.changedSince",
  open: null,
} as const satisfies Record<Confirmation, TextKey | null>;

/** A single document is confirmed by going on: only that something changed since is news. */
function wordOf(
  confirmation: Confirmation,
  { only, elsewhere }: { only: boolean; elsewhere: boolean },
): TextKey | null {
  if (elsewhere) return "viewer.downloaded";
  if (!only) return confirmationWords[confirmation];
  return confirmation === "changed" ? "entry.changedSinceShown" : null;
}

/** One of several documents is confirmed by a button of its own; once it is, the button leads on. */
function confirmLabel({ sign }: WorkflowFile, confirmation: Confirmation, next: WorkflowFile | null): TextKey {
  if (confirmation === "confirmed") return next === null ? "viewer.allDocuments" : "viewer.nextDocument";
  return sign ? "viewer.confirm" : "viewer.confirmRead";
}

/** What is said of a document in which this signer fills in nothing. */
function nothingToFill({ sign, has_unassigned_fields: hasOthers }: WorkflowFile, type: SignerType): TextKey {
  if (sign) return hasOthers ? "viewer.unassigned" : "viewer.nothing";
  return isSeal(type) ? "viewer.forReadingSeal" : "viewer.forReading";
}

/** Nobody confirms what never came before their eyes. */
function unreadReason({ status }: ReaderState): TextKey {
  return status === "missing" || status === "unreadable" ? "viewer.readElsewhere" : "viewer.stillLoading";
}

function reasonKey(problem: FieldProblem | undefined, left: number): TextKey {
  if (problem === undefined) return left > 1 ? "viewer.missingMore" : "viewer.missing";
  return problem.kind === "changed" ? "entry.changedElsewhere" : "viewer.wrong";
}
