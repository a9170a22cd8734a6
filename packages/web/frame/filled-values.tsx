import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { fillableFields, isFilled, storedValues } from "./field-values.ts";
import { shownValue } from "./shown-value.ts";

/** More fields, and longer texts, are opened by whoever wants to read them: the act stays within reach of a thumb. */
const listed_max = 12;
/** A press that opens but one or two is one too many. */
const opened_min = 3;
const shown_chars_max = 240;

type Filled = { readonly file: WorkflowFile; readonly fields: readonly OwnField[] };

/** What will stand in the fields of this signer once they have signed, document by document; null where nothing will. */
export function FilledValues({ files }: { files: readonly WorkflowFile[] }): JSX.Element | null {
  const t = useText();
  const filled = files.flatMap((file): Filled[] => {
    const values = storedValues(file);
    const fields = fillableFields(file).filter((field) => isFilled(field, values));
    return fields.length === 0 ? [] : [{ file, fields }];
  });
  if (filled.length === 0) return null;
  return (
    <section className="part">
      <h2 className="mb-2">{t("statement.filled")}</h2>
      {filled.map(({ file, fields }) => (
        <div key={file.id} className="filled">
          {files.length > 1 && <h3>{file.name}</h3>}
          <Values file={file} fields={fields.slice(0, listedOf(fields))} />
          {fields.length > listedOf(fields) && (
            <details className="more">
              <summary>
                <span className="when-closed">{t("statement.moreValues", { n: fields.length - listed_max })}</span>
                <span className="when-open">{t("statement.fewerValues")}</span>
              </summary>
              <Values file={file} fields={fields.slice(listed_max)} />
            </details>
          )}
        </div>
      ))}
    </section>
  );
}

const listedOf = ({ length }: readonly OwnField[]): number => (length < listed_max + opened_min ? length : listed_max);

function Values({ file, fields }: Filled): JSX.Element {
  const t = useText();
  const values = storedValues(file);
  return (
    <dl className="facts">
      {fields.map((field) => (
        <div key={field.annotation_id}>
          <dt>{field.label}</dt>
          <dd>
            <Value text={shownValue(field, values[field.annotation_id] ?? "", t)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whole where it is short; else its beginning, and the whole of it by a press. */
function Value({ text }: { text: string }): JSX.Element {
  const t = useText();
  const isLong = text.length > shown_chars_max || text.split("\n").length > 6;
  if (!isLong) return <Written text={text} />;
  return (
    <details className="more">
      <summary>
        <span className="when-closed">
          <Written text={`${beginningOf(text)} …`} /> <span className="link">{t("statement.wholeText")}</span>
        </span>
        <span className="when-open link">{t("statement.lessText")}</span>
      </summary>
      <Written text={text} />
    </details>
  );
}

/** A text as it was written, its lines and its direction kept. */
function Written({ text }: { text: string }): JSX.Element {
  return (
    <span className="whitespace-pre-line" dir="auto">
      {text}
    </span>
  );
}

/** As much as a few lines take; no character is cut in two. */
function beginningOf(text: string): string {
  const lines = text.split("\n").slice(0, 4).join("\n");
  return [...lines]
    .slice(0, shown_chars_max / 2)
    .join("")
    .trimEnd();
}
