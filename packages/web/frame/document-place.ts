/** What a document is among the others, in words: an attachment, signed too, or shown only. */

import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { TextKey } from "../i18n/text-key.ts";

type Placed = Pick<WorkflowFile, "sign" | "attachment_of">;

/** The words that stand below its name, none for a document like every other. `type` null: not whether it is signed. */
export function placeWords({ sign, attachment_of }: Placed, type: SignerType | null): TextKey[] {
  const words: TextKey[] = attachment_of === null ? [] : ["documents.asAttachment"];
  if (type === null) return words;
  return sign ? words : [...words, isSeal(type) ? "documents.notSealed" : "documents.notSigned"];
}

/** The first document that is signed: its fingerprint is the picture of the act. */
export function firstSigned<File extends Pick<WorkflowFile, "sign">>(files: readonly File[]): File | undefined {
  return files.find(({ sign }) => sign);
}

/** The names of the attachments that are signed with a document. */
export function signedWith(file: Pick<WorkflowFile, "id">, files: readonly WorkflowFile[]): string[] {
  return files.filter(({ sign, attachment_of }) => sign && attachment_of === file.id).map(({ name }) => name);
}
