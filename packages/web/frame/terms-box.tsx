import { Fragment, type JSX, type ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";

/** Terms and privacy notice, accepted by the signer; both open in a tab of their own, so that nothing typed is lost. */
export function TermsBox({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}): JSX.Element {
  const t = useText();
  return (
    <label className="check">
      <input
        type="checkbox"
        name="terms"
        required
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{withLinks(t("login.terms"))}</span>
    </label>
  );
}

function withLinks(text: string): ReactNode {
  const targets = { terms: `${paths.privacy}#terms`, privacy: paths.privacy } as const;
  return text.split(/(<terms>.*?<\/terms>|<privacy>.*?<\/privacy>)/).map((part) => {
    const link = /^<(terms|privacy)>(.*)<\//.exec(part);
    if (link === null) return <Fragment key={part}>{part}</Fragment>;
    return (
      <a key={part} href={targets[link[1] === "terms" ? "terms" : "privacy"]} target="_blank" rel="noreferrer">
        {link[2]}
      </a>
    );
  });
}
