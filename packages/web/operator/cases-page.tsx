import type { CaseLine, caseFilters } from "@siegel/contract/calls/operator-cases.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Filters, MoreRows, SearchBox, useSearch } from "../frame/list-tools.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { CertificateState, LinkState } from "./case-state.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { DeskTable } from "./desk-table.tsx";
import { new_case, restOfCase } from "./places.ts";
import { useDay } from "./use-day.ts";

type Filter = (typeof caseFilters)[number];
const filters = ["all", "open", "expired", "done", "ended"] as const satisfies typeof caseFilters;

/** People who were met on site, the newest first: filter and search. */
export function CasesPage(): JSX.Element {
  const t = useText();
  const [filter, setFilter] = useState<Filter>("all");
  const [typed, setTyped] = useState("");
  const search = useSearch(typed);
  const list = useInfiniteQuery({
    queryKey: ["desk", "cases", { filter, search }],
    queryFn: ({ pageParam: cursor, signal }) =>
      deskOrThrow(
        "operatorCases",
        { query: { state: filter, ...(search === "" ? {} : { search }), ...(cursor === null ? {} : { cursor }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const found = list.data?.pages.flatMap((page) => page.cases) ?? [];
  const counts = list.data?.pages.at(-1)?.counts;
  return (
    <>
      <div className="desk-head">
        <div>
          <h1>{t("cases.title")}</h1>
          <p className="muted">{t("cases.lead")}</p>
        </div>
        <Link className="btn btn-sm btn-main" to="/operator/$" params={{ _splat: restOfCase(new_case) }}>
          <Icon name="plus" size={18} />
          {t("cases.new")}
        </Link>
      </div>
      <section className="sheet" aria-label={t("cases.list")} aria-busy={list.isFetching}>
        <div className="toolbar">
          <Filters
            label={t("cases.filter")}
            filters={filters}
            at={filter}
            counts={counts}
            textOf={(one) => t(`cases.filter_${one}`)}
            onChoose={setFilter}
          />
          <SearchBox label={t("cases.search")} hint={t("cases.searchHint")} value={typed} onChange={setTyped} />
        </div>
        {list.isPending && <Loading />}
        {list.isError && <DeskFault fault={list.error} onAgain={() => void list.refetch()} />}
        {counts !== undefined && found.length === 0 && (
          <Empty
            isFirst={counts.all === 0 && search === ""}
            onReset={() => {
              setTyped("");
              setFilter("all");
            }}
          />
        )}
        {found.length > 0 && <CaseTable cases={found} />}
        {list.hasNextPage && (
          <MoreRows
            busy={list.isFetchingNextPage}
            shown={found.length}
            of={counts?.[filter] ?? 0}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </section>
    </>
  );
}

function CaseTable({ cases }: { readonly cases: readonly CaseLine[] }): JSX.Element {
  const t = useText();
  return (
    <DeskTable
      label={t("cases.list")}
      heads={(["person", "met", "link", "certificate"] as const).map((name) => t(`cases.${name}`))}
    >
      {cases.map((one) => (
        <Row key={one.case_id} one={one} />
      ))}
    </DeskTable>
  );
}

function Row({ one }: { readonly one: CaseLine }): JSX.Element {
  const t = useText();
  const day = useDay();
  return (
    <tr>
      <th scope="row">
        <Link to="/operator/$" params={{ _splat: restOfCase(one.case_id) }}>
          {`${one.first_name} ${one.last_name}`}
        </Link>
        <span className="tiny subtle block">
          {one.organisation === null ? one.email : t("cases.sealsFor", { organisation: one.organisation })}
        </span>
      </th>
      <td>
        {day(one.identified_at)}
        <span className="tiny subtle block">{one.identified_by}</span>
      </td>
      <td>
        <LinkState of={one} />
      </td>
      <td>
        <CertificateState of={one} />
      </td>
    </tr>
  );
}

function Empty({ isFirst, onReset }: { readonly isFirst: boolean; readonly onReset: () => void }): JSX.Element {
  const t = useText();
  return (
    <div className="empty" role="status">
      <Icon name={isFirst ? "open" : "search"} size={32} />
      <p className="h-card">{t(isFirst ? "cases.none" : "cases.notFound")}</p>
      <p className="muted">{t(isFirst ? "cases.noneLead" : "cases.notFoundLead")}</p>
      {!isFirst && (
        <button className="btn btn-sm btn-side" type="button" onClick={onReset}>
          {t("cases.showAll")}
        </button>
      )}
    </div>
  );
}
