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

/** When the server did not answer: said so, with a way on. */
export function LoadFailed({ onRetry }: { onRetry: () => void }): JSX.Element {
  const t = useText();
  return (
    <div className="stack" role="alert">
      <p>{t("frame.failed")}</p>
      <button className="btn btn-side" type="button" onClick={onRetry}>
        {t("frame.tryAgain")}
      </button>
    </div>
  );
}
