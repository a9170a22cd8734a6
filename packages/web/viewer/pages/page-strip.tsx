import { type JSX, useEffect, useRef } from "react";
import { useText } from "../../i18n/catalogue.ts";
import type { DocumentReader } from "../reader/document-reader.ts";
import { useThumbnails } from "./use-thumbnails.ts";

type Props = {
  readonly reader: DocumentReader;
  readonly current: number;
  readonly onPage: (page: number) => void;
  readonly onClose: () => void;
};

/** All pages small, to see the whole and to go to one; a picture is drawn when one scrolls to it. */
export function PageStrip({ reader, current, onPage, onClose }: Props): JSX.Element {
  const t = useText();
  const strip = useRef<HTMLElement>(null);
  const watch = useThumbnails(reader, strip);
  // Where one reads is where the strip begins.
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (here != null && strip.current !== null) {
      strip.current.scrollTop = here.offsetTop - strip.current.clientHeight / 3;
      here.focus({ preventScroll: true });
    }
  }, []);
  return (
    <nav
      className="strip"
      ref={strip}
      aria-label={t("viewer.pages")}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <ol>
        {Array.from({ length: reader.pages }, (_, at) => at + 1).map((number) => (
          <li key={number}>
            <button
              type="button"
              className="thumb"
              data-page-number={number}
              ref={watch}
              aria-label={t("viewer.goToPage", { n: number })}
              {...(number === current ? { "aria-current": "page" as const } : {})}
              onClick={() => onPage(number)}
            >
              <span className="thumb-paper" aria-hidden="true" />
              <span className="num">{number}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
