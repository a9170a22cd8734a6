import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icons.tsx";

/** How the provider's people are reached, or where it says so. */
export function Contacts({ contact: { email, phone } }: Pick<ProviderConfiguration, "contact">): JSX.Element {
  const t = useText();
  if (email === null && phone === null)
    return (
      <p>
        <a className="file-link" href={paths.imprint}>
          {t("certificates.seeImprint")}
        </a>
      </p>
    );
  return (
    <ul className="mt-4 grid gap-1">
      {phone !== null && (
        <li>
          <a className="file-link" href={`tel:${phone.replace(/[^+0-9]/g, "")}`}>
            <Icon name="phone" />
            {phone}
          </a>
        </li>
      )}
      {email !== null && (
        <li>
          <a className="file-link" href={`mailto:${email}`}>
            <Icon name="mail" />
            {email}
          </a>
        </li>
      )}
    </ul>
  );
}
