import type { JSX, ReactNode } from "react";
import { Frame } from "../../frame/frame.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { fingerprintOfName, Rosette } from "../../ui/rosette.tsx";
import "../../styles/administration.css";

type Props = {
  readonly title: string;
  readonly eyebrow?: string;
  readonly claim: string;
  readonly lead?: string;
  readonly children: ReactNode;
};

/** A page before the login: what it is about on the left, one sheet to act on beside it. */
export function EntryPage({ title, eyebrow, claim, lead, children }: Props): JSX.Element {
  const t = useText();
  return (
    <Frame pack={null} title={title}>
      <div className="entry">
        <div className="entry-rosette" aria-hidden="true">
          <Rosette hex={fingerprintOfName("Siegel")} size={520} />
        </div>
        <section className="entry-say">
          <p className="eyebrow">{eyebrow ?? t("adminLogin.eyebrow")}</p>
          <h1 className="display serif">{claim}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </section>
        {children}
      </div>
    </Frame>
  );
}
