import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";

/** While the page waits for the server. `serif`: what comes is set in serifs, and that face is asked for already. */
export function Loading({ serif = false }: { serif?: boolean }): JSX.Element {
  const t = useText();
  return (
    <p className={`row muted loading${serif ? " serif-soon" : ""}`} role="status">
      <span className="spin" aria-hidden="true" />
      {t("frame.loading")}
    </p>
  );
}
