import { type JSX, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { readHeader } from "../session.ts";
import { Icon } from "../ui/icons.tsx";
import { signOut } from "./sign-out.ts";

/** The way out of a session; in the head of a phone only the figure is painted, and the name stays. */
export function LogOut(): JSX.Element | null {
  const t = useText();
  const [busy, setBusy] = useState(false);
  // The session is already forgotten here while the server is asked. The pressed button stays and shows that it is busy.
  if (readHeader() === null && !busy) return null;
  const leave = (): void => {
    if (busy) return;
    setBusy(true);
    void signOut().finally(() => setBusy(false));
  };
  return (
    <button className="log-out" type="button" aria-busy={busy || undefined} onClick={leave}>
      {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="leave" />}
      <span>{t("session.leave")}</span>
    </button>
  );
}
