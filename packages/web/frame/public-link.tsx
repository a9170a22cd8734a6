import type { JSX, ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { readHeader } from "../session.ts";

/**
 * A link to a page that belongs to nobody. Such a page forgets the session of its tab, so a signer gets it in a tab of its own
 * and loses nothing by reading it.
 */
export function PublicLink({ to, children }: { to: string; children: ReactNode }): JSX.Element {
  const t = useText();
  if (readHeader() === null) return <a href={to}>{children}</a>;
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
      <span className="vh"> ({t("frame.newTab")})</span>
    </a>
  );
}
