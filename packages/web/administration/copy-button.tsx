import { type JSX, useEffect, useState } from "react";
import { notify } from "../api/notices.ts";
import { translateNow, useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { late } from "../ui/late-icons.ts";

const told_ms = 3_000;

/** Copies a text; says for a moment that it did, also to a screen reader. */
export function CopyButton({ text, label, withWord = false, onCopied }: CopyProps): JSX.Element {
  const t = useText();
  const [told, setTold] = useState(0);
  useEffect(() => {
    if (told === 0) return;
    const timer = setTimeout(() => setTold(0), told_ms);
    return () => clearTimeout(timer);
  }, [told]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setTold((before) => before + 1);
      onCopied?.();
    } catch {
      // Browsers may forbid it: the text can still be marked by hand.
      notify("failure", translateNow("admin.notCopied"));
    }
  }
  return (
    <>
      <button
        className={withWord ? "btn btn-sm btn-quiet" : "btn-icon"}
        type="button"
        aria-label={withWord ? undefined : label}
        onClick={() => void copy()}
      >
        <Icon name={told === 0 ? late.copy : "tick"} size={withWord ? 18 : 20} />
        {withWord && label}
      </button>
      <span className="vh" role="status">
        {told === 0 ? "" : t("admin.copied")}
      </span>
    </>
  );
}

type CopyProps = {
  readonly text: string;
  /** What is copied, as a sentence. */
  readonly label: string;
  /** The sentence stands on the button; else only a reader hears it. */
  readonly withWord?: boolean;
  readonly onCopied?: () => void;
};
