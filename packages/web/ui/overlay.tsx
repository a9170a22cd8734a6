import type { JSX, ReactNode } from "react";

/** Covers the page while something irreversible runs; announced, and nothing below can be pressed. */
export function Overlay({ title, lead, children }: { title: string; lead: string; children: ReactNode }): JSX.Element {
  return (
    <div className="scrim calm" role="status">
      <div className="dialog max-w-88 text-center">
        <div className="rosette-wrap mx-auto mb-3">{children}</div>
        <h2>{title}</h2>
        <p className="muted mt-1.5">{lead}</p>
      </div>
    </div>
  );
}
