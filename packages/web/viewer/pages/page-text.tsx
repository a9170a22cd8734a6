import { type CSSProperties, type JSX, useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import type { DocumentReader } from "../reader/document-reader.ts";

type Props = {
  readonly reader: DocumentReader;
  readonly number: number;
  /** CSS pixels a PDF point. */
  readonly scale: number;
  /** The text stands, or is gone again. */
  readonly onText: (page: number, pieces: readonly HTMLElement[] | null) => void;
};

/** The text of a page over its picture: transparent, to be selected, searched and read aloud. */
export function PageText({ reader, number, scale, onText }: Props): JSX.Element {
  const t = useText();
  const layer = useRef<HTMLDivElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  useEffect(() => {
    const container = layer.current;
    if (container === null) return;
    let wanted = true;
    let cancel: () => void = () => undefined;
    async function lay(into: HTMLElement): Promise<void> {
      const page = await reader.page(number);
      if (!wanted) return;
      const laying = page.layText(into);
      cancel = laying.cancel;
      await laying.done;
      if (!wanted) return;
      setEmpty(into.textContent.trim() === "");
      onText(number, laying.pieces);
    }
    void lay(container).catch(() => undefined); // gone while it was laid, or a page without readable text
    return () => {
      wanted = false;
      cancel();
      container.replaceChildren();
      onText(number, null);
    };
  }, [reader, number, onText]);
  return (
    <>
      <div className="text-layer" ref={layer} style={{ "--total-scale-factor": scale } as CSSProperties} />
      {isEmpty && <p className="vh">{t("viewer.noText")}</p>}
    </>
  );
}
