/** What is wrong with a request for a workflow beside what its schema says. */
import { signerType } from "@siegel/contract/calls/workflow.ts";
import {
  documents_per_workflow_max,
  fields_per_signer_max,
  type Language,
  signers_per_workflow_max,
} from "@siegel/contract/limits.ts";
import { beforePatterns } from "@siegel/contract/text.ts";
import { z } from "zod";
import { type Fitted, findMisfits, lineOf } from "../../rooms/sending/sending.ts";

/** What does not fit together in a request that its schema may not take; parts that cannot be read are not judged. */
export function misfitLines(body: unknown, language: Language, now: Date): string[] {
  const read = readable.safeParse(body);
  return read.success ? findMisfits(read.data, now).map((misfit) => lineOf(misfit, language)) : [];
}

const text = z.string().trim().max(1_024).optional().catch(undefined);

/** Takes of a request what can be read of it. No list is longer than a request may have. */
const readable: z.ZodType<Fitted> = z.object({
  expires_at: z
    .string()
    .max(64, beforePatterns)
    .check(z.iso.datetime({ offset: true }))
    .optional()
    .catch(undefined),
  documents: z
    .array(z.object({ name: text, sign: z.boolean().optional().catch(undefined), attachment_of: text }).catch({}))
    .max(documents_per_workflow_max)
    .catch([]),
  signers: z
    .array(
      z
        .object({
          reference: text,
          type: signerType.optional().catch(undefined),
          phone: text,
          fields: z
            .array(z.object({ document: text }).catch({}))
            .max(fields_per_signer_max)
            .optional()
            .catch(undefined),
        })
        .catch({}),
    )
    .max(signers_per_workflow_max)
    .catch([]),
});
