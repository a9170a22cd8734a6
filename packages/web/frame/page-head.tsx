import type { JSX, ReactNode } from "react";

/** What a page is about, and what it says to whoever has just arrived. */
export function PageHead({ title, lead }: { title: string; lead?: ReactNode }): JSX.Element {
  return (
    <div className="head">
      <h1>{title}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </div>
  );
}
