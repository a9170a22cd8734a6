/** What the mails of one event have in common: read when the first of them needs it, and not again for each of the others. */
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { type Branding, brandingOf } from "../accounts/accounts.ts";
import { documentsInOrder, filesOf, type StoredFile } from "../documents/documents.ts";
import type { Workflow } from "../workflows/workflows.ts";
import { type Copies, type CopiesDeps, signedCopies } from "./signed-copies.ts";

/** Each answers the same from its first success on; copies do so in each language. */
export type SharedContents = {
  readonly branding: () => Promise<Branding>;
  readonly files: () => Promise<readonly StoredFile[]>;
  readonly copies: (language: Language) => Promise<Copies>;
};

/** Nothing is read yet. */
export function openSharedContents(
  deps: CopiesDeps & { readonly db: Db },
  { organisationId, workflowId }: Pick<Workflow, "organisationId" | "workflowId">,
): SharedContents {
  const files = once(async () => documentsInOrder(await filesOf(deps.db, workflowId)));
  const copiesIn = (language: Language) =>
    once(async () => await signedCopies(deps, { files: await files(), workflowId, language }));
  const copies = { de: copiesIn("de"), en: copiesIn("en") } satisfies Record<Language, () => Promise<Copies>>;
  return {
    branding: once(() => brandingOf(deps.db, organisationId)),
    files,
    copies: (language) => copies[language](),
  };
}

/** What fails is asked for again. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { readonly value: T } | null = null;
  return async () => {
    known ??= { value: await read() };
    return known.value;
  };
}
