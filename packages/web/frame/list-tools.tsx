/** What stands around every list of the administration: filters, search, more rows. */
import { type JSX, useEffect, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";

/** A pause in typing after which is searched. */
const search_after_ms = 250;

/** What is searched for: what was typed, once typing has paused. */
export function useSearch(typed: string): string {
  const [still, setStill] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setStill(typed.trim()), search_after_ms);
    return () => clearTimeout(timer);
  }, [typed]);
  return still;
}

type FiltersProps<Filter extends string> = {
  readonly label: string;
  readonly filters: readonly Filter[];
  readonly at: Filter;
  readonly counts: Readonly<Record<Filter, number>> | undefined;
  readonly textOf: (filter: Filter) => string;
  readonly onChoose: (filter: Filter) => void;
};

/** One button for each filter, with how many rows it leaves. */
export function Filters<Filter extends string>(props: FiltersProps<Filter>): JSX.Element {
  const { label, filters, at, counts, textOf, onChoose } = props;
  const number = new Intl.NumberFormat(useLanguage());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame, and these are buttons
    <div className="seg" role="group" aria-label={label}>
      {filters.map((filter) => (
        <button key={filter} type="button" aria-pressed={filter === at} onClick={() => onChoose(filter)}>
          {textOf(filter)}
          {counts !== undefined && <span className="subtle num">{number.format(counts[filter])}</span>}
        </button>
      ))}
    </div>
  );
}

type SearchProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
};

/** A box to search in. */
export function SearchBox({ label, hint, value, onChange }: SearchProps): JSX.Element {
  return (
    <div className="search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={hint}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

type MoreProps = {
  readonly busy: boolean;
  readonly shown: number;
  readonly of: number;
  readonly onMore: () => void;
};

/** Fetches the next rows, and says how many are shown. */
export function MoreRows({ busy, shown, of, onMore }: MoreProps): JSX.Element {
  const t = useText();
  const number = new Intl.NumberFormat(useLanguage());
  return (
    <div className="more-rows">
      <button
        className="btn btn-sm btn-side"
        type="button"
        aria-busy={busy || undefined}
        onClick={() => !busy && onMore()}
      >
        {busy && <span className="spin" aria-hidden="true" />}
        {t("list.more")}
      </button>
      <span className="small muted num" role="status">
        {t("list.shown", { n: number.format(shown), m: number.format(of) })}
      </span>
    </div>
  );
}
