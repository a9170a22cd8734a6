import { type JSX, useEffect, useRef } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import type { Search } from "./use-search.ts";

/** Words to look for, how often they were found, and the way from hit to hit. */
export function SearchBar({ search, onClose }: { search: Search; onClose: () => void }): JSX.Element {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { query, hits, at, running, more } = search;
  const none = hits.length === 0;
  const counted = t(more ? "viewer.hitsMore" : "viewer.hits", { n: at + 1, m: hits.length });
  return (
    <search className="search-bar" aria-label={t("viewer.search")}>
      <form
        className="search-form"
        onSubmit={(event) => {
          event.preventDefault();
          search.step(1);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            search.step(-1);
          }
        }}
      >
        <label className="vh" htmlFor="viewer-search">
          {t("viewer.searchFor")}
        </label>
        <input
          className="input search-field"
          id="viewer-search"
          ref={field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t("viewer.searchFor")}
          value={query}
          onChange={(event) => search.ask(event.target.value)}
        />
        <span className="small num search-count" role="status">
          {query.trim() !== "" && (none ? t(running ? "viewer.searching" : "viewer.noHits") : counted)}
        </span>
        <button
          className="btn-icon"
          type="button"
          aria-label={t("viewer.previousHit")}
          aria-disabled={none}
          onClick={() => search.step(-1)}
        >
          <span className="rotate-180">
            <Icon name="down" />
          </span>
        </button>
        <button className="btn-icon" type="submit" aria-label={t("viewer.nextHit")} aria-disabled={none}>
          <Icon name="down" />
        </button>
        <button className="btn-icon" type="button" aria-label={t("viewer.closeSearch")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </form>
    </search>
  );
}
