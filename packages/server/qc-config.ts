/** What qualified certificates state, as the environment says it (SIEGEL_QC_STATEMENTS, SIEGEL_QC_DISCLOSURES). */
import { ConfigurationFault } from "./configuration-fault.ts";
import { entriesOf } from "./entries-of.ts";

/** As in `kernel/x509/qc-statements.ts`. */
export type QcConfig = {
  readonly compliance: boolean;
  readonly sscd: boolean;
  readonly disclosures: readonly { readonly url: string; readonly language: string }[];
};

/** Reads both lists. @throws ConfigurationFault where they do not fit together */
export function statementsFrom(statements: string, disclosures: string): QcConfig {
  const stated = entriesOf(statements);
  const wrong = stated.find((entry) => entry !== "compliance" && entry !== "sscd");
  if (wrong !== undefined)
    throw new ConfigurationFault(
      `SIEGEL_QC_STATEMENTS: ${wrong} is not known; write compliance, or compliance and sscd`,
    );
  const [compliance, sscd] = [stated.includes("compliance"), stated.includes("sscd")];
  if (sscd && !compliance)
    throw new ConfigurationFault(
      "SIEGEL_QC_STATEMENTS: a qualified device (sscd) needs a qualified certificate (compliance)",
    );
  return { compliance, sscd, disclosures: disclosuresFrom(disclosures) };
}

/** EN 319 412-5 §4.3.4: https, at least one in English, one for each language. */
function disclosuresFrom(list: string): QcConfig["disclosures"] {
  const disclosures = entriesOf(list).map((entry) => {
    const [, language = "", url = ""] = /^([a-z]{2})=(https:\/\/[!-~]+)$/.exec(entry) ?? [];
    if (!URL.canParse(url))
      throw new ConfigurationFault(`SIEGEL_QC_DISCLOSURES: ${entry} is not as en=https://provider.example/pds-en.pdf`);
    return { url, language };
  });
  const languages = new Set(disclosures.map(({ language }) => language));
  if (languages.size !== disclosures.length || (disclosures.length > 0 && !languages.has("en")))
    throw new ConfigurationFault("SIEGEL_QC_DISCLOSURES: one address for each language, and one of them English (en)");
  return disclosures;
}
