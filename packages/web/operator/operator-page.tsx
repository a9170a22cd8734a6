import { type JSX, lazy, Suspense } from "react";
import { Loading } from "../frame/loading.tsx";
import { type AreaTexts, enterArea } from "../i18n/catalogue.ts";
import { fetchPart } from "../program.ts";

/** Lists, codes and classes of signatures are called as in the administration. */
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

const Desk = lazy(() =>
  fetchPart(async () => {
    await enterArea(texts);
    return { default: (await import("./desk.tsx")).Desk };
  }),
);

/** Fetches the desk with its texts: here, so that what every signer loads names one file more and no more. */
export function OperatorPage(): JSX.Element {
  return (
    <Suspense fallback={<Loading />}>
      <Desk />
    </Suspense>
  );
}
