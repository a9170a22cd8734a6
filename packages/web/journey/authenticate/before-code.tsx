import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { callApi } from "../../api/client.ts";
import { filesQuery, requireHeader } from "../../api/queries.ts";
import { fillableFields, firstMissing, storedValues } from "../../frame/field-values.ts";
import { hasUnseenValues } from "../../frame/shown-files.ts";
import { TermsBox } from "../../frame/terms-box.tsx";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";
import { readTermsTicked, saveTermsTicked } from "../../session.ts";
import { Note } from "../../ui/note.tsx";

/** What stands between a signer who came by quick login and their code; `missing` says it in a sentence's key. */
export type BeforeCode = {
  readonly missing: TextKey | null;
  /** Confirms what is not confirmed yet; null when the way is free, else the code that says why not. */
  readonly settle: () => Promise<string | null>;
  readonly part: JSX.Element | null;
};

/** Documents not confirmed yet, fields not filled in, terms not ticked: nobody who walked all pages sees any of it. */
export function useBeforeCode(workflow: WorkflowView, files: readonly WorkflowFile[]): BeforeCode {
  const queries = useQueryClient();
  const [ticked, setTicked] = useState(readTermsTicked);
  const unread = files.filter((file) => !file.completed);
  const unfilled = files.some((file) => firstMissing(fillableFields(file), storedValues(file)) !== null);
  // One is confirmed by going on (signer-side.md §4); of several each is opened and confirmed by itself (§2, step 2).
  const unconfirmed = files.length > 1 && unread.length > 0;
  // Nothing is confirmed here that stands on no page of this tab, or took a confirmation back.
  const unseen =
    files.find((file) => file.changed_since_confirmed) ?? unreadValues(unread) ?? files.find(hasUnseenValues);
  const settle = async (): Promise<string | null> => {
    if (workflow.asks_terms) saveTermsTicked();
    if (unseen !== undefined) return "WORKFLOW_CHANGED";
    if (unread.length === 0) return null;
    const body = { files: unread.map(({ id }) => ({ id, completed: true })) };
    const confirmed = await callApi("updateXfdf", { body });
    await queries.invalidateQueries({ queryKey: filesQuery(requireHeader()).queryKey });
    return confirmed.ok ? null : confirmed.code;
  };
  const part =
    unread.length === 0 && unseen === undefined && !unfilled && !workflow.asks_terms ? null : (
      <div className="grid gap-3 mb-4">
        {unfilled ? (
          <ToDocuments workflow={workflow} text="quick.unfilled" />
        ) : unseen !== undefined ? (
          <ToDocuments workflow={workflow} file={unseen} text={textOfUnseen(unseen)} />
        ) : (
          unread.length > 0 && (
            <ToDocuments workflow={workflow} text={unconfirmed ? "quick.unconfirmed" : "quick.unread"} />
          )
        )}
        {workflow.asks_terms && <TermsBox checked={ticked} onChange={setTicked} />}
      </div>
    );
  return {
    missing: missingOf({
      unfilled,
      unconfirmed: unconfirmed || unseen !== undefined,
      unticked: workflow.asks_terms && !ticked,
    }),
    settle,
    part,
  };
}

/** One that somebody has filled in, or that came filled in: it is confirmed where its values stand. */
const unreadValues = (unread: readonly WorkflowFile[]): WorkflowFile | undefined =>
  unread.find((file) =>
    fillableFields(file).some(({ annotation_id: name }) => (storedValues(file)[name] ?? "") !== ""),
  );

const textOfUnseen = (file: WorkflowFile): TextKey =>
  file.changed_since_confirmed ? "entry.changedSince" : "entry.unseen";

type Missing = { readonly unfilled: boolean; readonly unconfirmed: boolean; readonly unticked: boolean };

function missingOf({ unfilled, unconfirmed, unticked }: Missing): TextKey | null {
  if (unfilled) return "quick.needsFields";
  if (unconfirmed) return "quick.needsDocuments";
  return unticked ? "login.needsTerms" : null;
}

type ToDocumentsProps = { readonly workflow: WorkflowView; readonly file?: WorkflowFile; readonly text: TextKey };

function ToDocuments({ workflow, file, text }: ToDocumentsProps): JSX.Element {
  const t = useText();
  return (
    <Note kind="plain" icon="file">
      {t(text, { name: file?.name ?? "" })}{" "}
      <a href={file === undefined ? paths.documents(workflow) : paths.document(workflow, file.id)}>{t("quick.read")}</a>
    </Note>
  );
}
