import type { JSX } from "react";
import { useText } from "../../../i18n/catalogue.ts";
import { Icon } from "../../../ui/icons.tsx";

type Props = { readonly blocked: boolean; readonly onBack: () => void };

/** One step back on the same page, looking like the way back to another one. */
export function StepBack({ blocked, onBack }: Props): JSX.Element {
  const t = useText();
  return (
    <button
      className="btn btn-side btn-back"
      type="button"
      aria-disabled={blocked || undefined}
      onClick={() => {
        if (!blocked) onBack();
      }}
    >
      <Icon name="left" />
      <span>{t("frame.back")}</span>
    </button>
  );
}
