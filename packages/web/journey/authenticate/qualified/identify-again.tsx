import type { JSX } from "react";
import { useConfiguration } from "../../../api/configuration.ts";
import { PublicLink } from "../../../frame/public-link.tsx";
import { useText } from "../../../i18n/catalogue.ts";
import type { TextKey } from "../../../i18n/text-key.ts";

/** What a new certificate would change, and where it is had. */
export function IdentifyAgain({ text }: { text: TextKey }): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  return (
    <>
      {t(text)}{" "}
      {configuration !== null && <PublicLink to={configuration.personal_ident_url}>{t("qualified.again")}</PublicLink>}
    </>
  );
}
