import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import type { JSX } from "react";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icons.tsx";

type Props = Pick<ProviderConfiguration, "contact"> & {
  /** The words of the link to the imprint, where neither is known. */
  readonly imprint: string;
};

/** How the provider's people are reached, or where it says so. */
export function Contacts({ contact: { email, phone }, imprint }: Props): JSX.Element {
  if (email === null && phone === null)
    return (
      <p>
        <a className="file-link" href={paths.imprint}>
          {imprint}
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
