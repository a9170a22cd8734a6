/** Fetches the desk with its texts. Lists, codes and classes of signatures are called as in the administration. */
import { type AreaTexts, enterArea } from "../i18n/catalogue.ts";

const texts: AreaTexts = {
  de: async () => ({
    ...(await import("../i18n/administration-de.ts")).administrationDe,
    ...(await import("../i18n/operator-de.ts")).operatorDe,
  }),
  en: async () => ({
    ...(await import("../i18n/administration-en.ts")).administrationEn,
    ...(await import("../i18n/operator-en.ts")).operatorEn,
  }),
};

/** The module of the page. */
export async function loadDesk() {
  const [page] = await Promise.all([import("./operator-page.tsx"), enterArea(texts)]);
  return page;
}
