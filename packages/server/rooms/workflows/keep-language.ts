/** The language of a signer: what the sender named or the organisation has, until the person's own page says otherwise (decisions.md §4). */
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { SignerContext } from "./workflows-rules.ts";
import { saveLanguage } from "./workflows-store.ts";

/**
 * Keeps the language that the signer's page said it speaks, for codes, mails and the report; undefined: nothing was said. The page
 * speaks what the person chose, else what the sender named, so what it says wins. Answers the signer as they are from now on.
 * No transaction may be open: the row would stay locked while something else is waited for.
 */
export async function keepLanguage(
  db: Db,
  context: SignerContext,
  spoken: Language | undefined,
): Promise<SignerContext> {
  const { signer } = context;
  if (spoken === undefined || spoken === signer.language) return context;
  await saveLanguage(db, signer.signerId, spoken);
  return { ...context, signer: { ...signer, language: spoken } };
}
