import type { OrganisationLine, organisationFilters } from "@siegel/contract/calls/operator-organisations.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Filters, MoreRows, SearchBox, useSearch } from "../frame/list-tools.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { DeskTable } from "./desk-table.tsx";
import { restOfOrganisation } from "./places.ts";
import { ActiveState, RegisterMark } from "./states.tsx";
import { useDay } from "./use-day.ts";

type Filter = (typeof organisationFilters)[number];
const filters = ["all", "active", "inactive", "waiting"] as const satisfies readonly Filter[];

/** All organisations, a page at a time: filter and search. */
export function OrganisationsPage(): JSX.Element {
  const t = useText();
  const [filter, setFilter] = useState<Filter>("all");
  const [typed, setTyped] = useState("");
  const search = useSearch(typed);
  const list = useInfiniteQuery({
    queryKey: ["desk", "organisations", { filter, search }],
    queryFn: ({ pageParam: cursor, signal }) =>
      deskOrThrow(
        "operatorOrganisations",
        { query: { state: filter, ...(search === "" ? {} : { search }), ...(cursor === null ? {} : { cursor }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const found = list.data?.pages.flatMap((page) => page.organisations) ?? [];
  const counts = list.data?.pages.at(-1)?.counts;
  return (
    <>
      <div className="desk-head">
        <h1>{t("operator.section_organisations")}</h1>
      </div>
      <section className="sheet" aria-label={t("operator.list")} aria-busy={list.isFetching}>
        <div className="toolbar">
          <Filters
            label={t("operator.filter")}
            filters={filters}
            at={filter}
            counts={counts}
            textOf={(one) => t(`operator.filter_${one}`)}
            onChoose={setFilter}
          />
          <SearchBox label={t("operator.search")} hint={t("operator.searchHint")} value={typed} onChange={setTyped} />
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
        {found.length > 0 && <OrganisationTable organisations={found} />}
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

function OrganisationTable({ organisations }: { readonly organisations: readonly OrganisationLine[] }): JSX.Element {
  const t = useText();
  return (
    <DeskTable
      label={t("operator.table")}
      caption={t("operator.section_organisations")}
      heads={(["name", "register", "licence", "state"] as const).map((name) => t(`operator.${name}`))}
    >
      {organisations.map((one) => (
        <Row key={one.organization_id} one={one} />
      ))}
    </DeskTable>
  );
}

function Row({ one }: { readonly one: OrganisationLine }): JSX.Element {
  const t = useText();
  const day = useDay();
  const percent = new Intl.NumberFormat(useLanguage(), { style: "percent", maximumFractionDigits: 0 });
  const ends = one.expires_at === null ? t("operator.noEnd") : t("operator.endsOn", { day: day(one.expires_at) });
  return (
    <tr>
      <th scope="row">
        <Link to="/operator/$" params={{ _splat: restOfOrganisation(one.organization_id) }}>
          {one.name}
        </Link>
        {one.trial && <span className="tiny subtle block">{t("operator.trial")}</span>}
      </th>
      <td>
        <RegisterMark state={one.register} />
      </td>
      <td>
        {t("operator.shareUsed", { n: percent.format(one.share_used) })}
        <span className="tiny subtle block">{ends}</span>
      </td>
      <td>
        <ActiveState active={one.active} />
      </td>
    </tr>
  );
}

function Empty({ isFirst, onReset }: { readonly isFirst: boolean; readonly onReset: () => void }): JSX.Element {
  const t = useText();
  return (
    <div className="empty" role="status">
      <Icon name="search" size={32} />
      <p className="h-card">{t(isFirst ? "operator.none" : "operator.notFound")}</p>
      <p className="muted">{t(isFirst ? "operator.noneLead" : "operator.notFoundLead")}</p>
      {!isFirst && (
        <button className="btn btn-sm btn-side" type="button" onClick={onReset}>
          {t("operator.showAll")}
        </button>
      )}
    </div>
  );
}
