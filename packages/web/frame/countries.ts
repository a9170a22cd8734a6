import { default_phone_country } from "@siegel/contract/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../i18n/language.ts";

/** A country, by its name in the page's language. */
type Country = { readonly country: string; readonly code: string; readonly name: string };

const first = [{ country: default_phone_country, code: "+49" }];

/** Every country with the code before its numbers, by name; the usual one alone until the list has come. */
export function useCountries(): readonly Country[] {
  const language = useLanguage();
  const { data = first } = useQuery({
    queryKey: ["phone-countries"],
    // The metadata of all countries' numbers is larger than the rest of the desk.
    queryFn: async () => (await import("@siegel/contract/phone.ts")).phoneCountries(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = new Intl.DisplayNames(language, { type: "region" });
  return data
    .map(({ country, code }) => ({ country, code, name: names.of(country) ?? country }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language));
}
