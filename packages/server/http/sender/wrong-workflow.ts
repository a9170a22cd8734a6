/** All that is wrong with a request for a workflow at once: what is not available yet, what its schema says, and what does not fit together. */
import { sentWorkflow } from "@siegel/contract/calls/sending.ts";
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
import { fewSentences, saidIssues } from "../wire/said-issues.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { laterFeature, laterFeaturesIn } from "./later-features.ts";

/**
 * The refusal of a request that asks for what is not available yet; null where it asks for nothing of the kind. Last come the bare paths of
 * these fields, for programs.
 */
export function refuseLaterFeatures(body: unknown, language: Language, now: Date): WireRefusal | null {
  const later = laterFeaturesIn(body);
  if (later.length === 0) return null;
  const checked = sentWorkflow.safeParse(body, { reportInput: true });
  const sentences = [
    ...later.map((path) => `${path}: ${laterFeature[language]}`),
    ...(checked.success ? [] : saidIssues(checked.error.issues, language)),
    ...misfitLines(body, language, now),
  ];
  return { ok: false, code: "FEATURE_NOT_AVAILABLE", messages: [...fewSentences(sentences, language), ...later] };
}

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
