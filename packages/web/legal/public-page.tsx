import { type JSX, type ReactNode, useEffect } from "react";
import { forgetSessionTime } from "../api/session-time.ts";
import { OpenPage } from "../frame/open-page.tsx";
import { clearSession } from "../session.ts";

/** A page for everybody: it belongs to no signer, so this tab forgets whose it was (signer-side.md §6). */
export function PublicPage({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  // The server's session stays: the tab that this page was opened from goes on with it.
  useEffect(() => {
    clearSession();
    forgetSessionTime();
  }, []);
  return (
    <OpenPage title={title}>
      <article className="prose">{children}</article>
    </OpenPage>
  );
}
