import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { identificationIcons } from "../ui/identification-icons.ts";
import { partsOfSpelling } from "./names.ts";

type Props = {
  /** Where the name stands that is compared with the document's. */
  readonly where: string;
  readonly name: string;
  readonly onDocument: string;
};

/** Both spellings side by side, a part of a sheet; what only one of them has is underlined. */
export function TwoNames({ where, name, onDocument }: Props): JSX.Element {
  const t = useText();
  return (
    <div className="part">
      <div className="twonames">
        <div>
          <p className="eyebrow">{where}</p>
          <Spelling name={name} other={onDocument} />
        </div>
        <span>
          <Icon name={identificationIcons.alike} />
        </span>
        <div>
          <p className="eyebrow">{t("identification.onDocument")}</p>
          <Spelling name={onDocument} other={name} />
        </div>
      </div>
    </div>
  );
}

function Spelling({ name, other }: { readonly name: string; readonly other: string }): JSX.Element {
  return (
    <p className="serif spelling">
      {partsOfSpelling(name, other).map(({ text, differs }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may have the same word twice
        <span key={at}>
          {at > 0 && " "}
          {differs ? <mark>{text}</mark> : text}
        </span>
      ))}
    </p>
  );
}
