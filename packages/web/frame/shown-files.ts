/** What the signer has seen of their own values: an approval is about that, whatever another tab or device stored meanwhile. */
import type { ShownFile, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { notify } from "../api/notices.ts";
import { filesQuery } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { forgetShown, readShown, readShownImage, type SessionHeader, saveShown, saveShownImage } from "../session.ts";
import { fillableFields, storedValues } from "./field-values.ts";

/** Whether the pages of a file draw the image of this signer's signature: without a box of its own nothing does, nor will the file. */
export const drawsImage = ({ fields }: Pick<WorkflowFile, "fields">): boolean =>
  fields.some(({ kind }) => kind === "signature");

/** Whether the signature in a file has an image that no page of this tab has drawn. */
export function hasUnseenImage(file: WorkflowFile): boolean {
  return drawsImage(file) && file.signature_image !== null && file.signature_image !== readShownImage();
}

/** Whether the fields of a file hold something else than a page of this tab has shown there. */
export function hasUnseenValues(file: WorkflowFile): boolean {
  const stored = storedValues(file);
  const seen = new Map(readShown()[file.id]?.map(({ annotation_id, value }) => [annotation_id, value]));
  return fillableFields(file).some(
    ({ annotation_id: name }) => (stored[name] ?? "").slice(0, field_value_chars_max) !== (seen.get(name) ?? ""),
  );
}

/**
 * Each file with its values as they were last on a page of this tab: empty where none showed it. An image in the signature is
 * claimed only where a page drew it. Whoever has the link may have put others there.
 */
export function shownOf(files: readonly WorkflowFile[]): ShownFile[] {
  const [shown, image] = [readShown(), readShownImage()];
  const isDrawn = files.some(drawsImage);
  return files.map((file) => ({
    id: file.id,
    xfdf_annotations: [
      ...(shown[file.id] ?? fillableFields(file).map(({ annotation_id }) => ({ annotation_id, value: "" }))),
    ],
    signature_image: isDrawn ? (image ?? null) : file.signature_image,
  }));
}

/** Keeps that for the page that asks for the code. */
export function keepShown(files: readonly ShownFile[]): void {
  for (const { id, xfdf_annotations, signature_image } of files) {
    saveShown(id, xfdf_annotations);
    if (signature_image !== undefined) saveShownImage(signature_image);
  }
}

/** The same for a page that lists no files. */
export function keptShown(): ShownFile[] {
  const image = readShownImage();
  return Object.entries(readShown()).map(([id, values]) => ({
    id: id as ShownFile["id"],
    xfdf_annotations: [...values],
    ...(image === undefined ? {} : { signature_image: image }),
  }));
}

/** Leads back to the documents as they are now and says why, after WORKFLOW_CHANGED. */
export function useLookAgain(header: SessionHeader): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    forgetShown();
    await freshFiles(queries, header);
    await navigate({ href: paths.documents(header) });
    notify("failure", "WORKFLOW_CHANGED");
  };
}

// Asked for before the page is there: it would show what is known until then, and that is what nobody should look at.
async function freshFiles(queries: QueryClient, header: SessionHeader): Promise<void> {
  await queries
    .fetchQuery({ ...filesQuery(header), staleTime: 0 })
    .catch(() => queries.removeQueries(filesQuery(header)));
}
