import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";

/** Two digits that stand on both devices, to be compared by the person. */
export function Twin({ digits, large = false }: { readonly digits: string; readonly large?: boolean }): JSX.Element {
  const t = useText();
  const [first = "", second = ""] = digits;
  return (
    <span
      className={large ? "twin large" : "twin"}
      role="img"
      aria-label={t("identification.digitsSaid", { first, second })}
    >
      <i>{first}</i>
      <i>{second}</i>
    </span>
  );
}
