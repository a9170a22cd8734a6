import type { LicenceView } from "@siegel/contract/calls/accounts.ts";
import type { TokenView, tokenFilters, tokenSorts } from "@siegel/contract/calls/tokens.ts";
import { bulk_ids_max } from "@siegel/contract/limits.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Filters, MoreRows, SearchBox, useSearch } from "../../frame/list-tools.tsx";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { SectionFault } from "../section-fault.tsx";
import type { TokenDialog } from "./token-dialogs.tsx";
import { TokenTable } from "./token-table.tsx";

type Filter = (typeof tokenFilters)[number];
type Sort = (typeof tokenSorts)[number];
const filters = ["all", "active", "terminated"] as const satisfies readonly Filter[];

type Props = {
  readonly fees: LicenceView["fees"];
  readonly onAdd: () => void;
  readonly onAct: (open: TokenDialog) => void;
};

/** All tokens, a page at a time: filter, search, choice and acts. */
export function TokenList({ fees, onAdd, onAct }: Props): JSX.Element {
  const t = useText();
  const [filter, setFilter] = useState<Filter>("all");
  const [typed, setTyped] = useState("");
  const [sort, setSort] = useState<Sort>("name");
  const [chosen, setChosen] = useState<ReadonlyMap<string, TokenView>>(new Map());
  const search = useSearch(typed);
  const list = useInfiniteQuery({
    queryKey: ["tokens", { filter, search, sort }],
    queryFn: ({ pageParam, signal }) =>
      accountOrThrow(
        "listTokens",
        { query: queryOf({ filter, search, sort, cursor: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const tokens = list.data?.pages.flatMap((page) => page.tokens) ?? [];
  const counts = list.data?.pages.at(-1)?.counts;
  const clear = () => setChosen(new Map());
  return (
    <section className="sheet tokens mt-5" aria-label={t("tokens.list")} aria-busy={list.isFetching}>
      <div className="toolbar">
        <Filters
          label={t("tokens.filter")}
          filters={filters}
          at={filter}
          counts={counts}
          textOf={(one) => t(`tokens.filter_${one}`)}
          onChoose={setFilter}
        />
        <SearchBox label={t("tokens.search")} hint={t("tokens.searchHint")} value={typed} onChange={setTyped} />
        <button className="btn btn-sm btn-main" type="button" onClick={onAdd}>
          <Icon name="plus" size={18} />
          {t("tokens.add")}
        </button>
      </div>
      {chosen.size > 0 && (
        <Chosen
          n={chosen.size}
          onDisable={() => onAct({ kind: "disableAll", of: [...chosen.values()], onDisabled: clear })}
          onClear={clear}
        />
      )}
      {list.isPending && <Loading />}
      {list.isError && <SectionFault fault={list.error} onAgain={() => void list.refetch()} />}
      {counts !== undefined && tokens.length === 0 && (
        <Empty
          isFirst={counts.all === 0 && search === ""}
          onAdd={onAdd}
          onReset={() => {
            setTyped("");
            setFilter("all");
          }}
        />
      )}
      {tokens.length > 0 && (
        <TokenTable
          tokens={tokens}
          fees={fees}
          sort={sort}
          onSort={setSort}
          chosen={chosen}
          onChoose={setChosen}
          onAct={onAct}
        />
      )}
      {list.hasNextPage && (
        <MoreRows
          busy={list.isFetchingNextPage}
          shown={tokens.length}
          of={counts?.[filter] ?? 0}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

const queryOf = (asked: { filter: Filter; search: string; sort: Sort; cursor: string | null }) => ({
  state: asked.filter,
  sort: asked.sort,
  ...(asked.search === "" ? {} : { search: asked.search }),
  ...(asked.cursor === null ? {} : { cursor: asked.cursor }),
});

function Chosen({
  n,
  onDisable,
  onClear,
}: {
  readonly n: number;
  readonly onDisable: () => void;
  readonly onClear: () => void;
}): JSX.Element {
  const t = useText();
  const tooMany = n > bulk_ids_max;
  return (
    <div className="bulk">
      <b role="status">{t("tokens.chosen", { n })}</b>
      <button
        className="btn btn-sm btn-refuse"
        type="button"
        aria-disabled={tooMany || undefined}
        title={tooMany ? t("tokens.tooMany", { n: bulk_ids_max }) : undefined}
        onClick={() => !tooMany && onDisable()}
      >
        <Icon name="close" size={18} />
        {t("tokens.disableChosen")}
      </button>
      <button className="btn btn-sm btn-quiet" type="button" onClick={onClear}>
        {t("tokens.clearChosen")}
      </button>
    </div>
  );
}

function Empty({
  isFirst,
  onAdd,
  onReset,
}: {
  readonly isFirst: boolean;
  readonly onAdd: () => void;
  readonly onReset: () => void;
}): JSX.Element {
  const t = useText();
  return (
    <div className="empty" role="status">
      <Icon name={isFirst ? late.key : "search"} size={32} />
      <p className="h-card">{t(isFirst ? "tokens.none" : "tokens.notFound")}</p>
      <p className="muted">{t(isFirst ? "tokens.noneLead" : "tokens.notFoundLead")}</p>
      <button className="btn btn-sm btn-side" type="button" onClick={isFirst ? onAdd : onReset}>
        {t(isFirst ? "tokens.add" : "tokens.showAll")}
      </button>
    </div>
  );
}
