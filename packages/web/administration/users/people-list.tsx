import { personStates } from "@siegel/contract/account-acts.ts";
import type { PersonView } from "@siegel/contract/calls/people.ts";
import { bulk_ids_max } from "@siegel/contract/limits.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Filters, MoreRows, SearchBox, useSearch } from "../../frame/list-tools.tsx";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { SectionFault } from "../section-fault.tsx";
import { useWhoIsThere } from "../who-is-there.ts";
import { enable } from "./people-acts.ts";
import type { PeopleDialog } from "./people-dialogs.tsx";
import { type Chosen, PeopleTable } from "./people-table.tsx";

const filters = ["all", ...personStates] as const;
type Filter = (typeof filters)[number];

type Props = {
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onAct: (open: PeopleDialog) => void;
  readonly onChanged: () => void;
};

/** Everybody, a page at a time: filter, search, choice and acts. */
export function PeopleList({ chosen, onChoose, onAct, onChanged }: Props): JSX.Element {
  const t = useText();
  const { user } = useWhoIsThere();
  const [filter, setFilter] = useState<Filter>("all");
  const [typed, setTyped] = useState("");
  const search = useSearch(typed);
  const list = useInfiniteQuery({
    queryKey: ["people", { filter, search }],
    queryFn: ({ pageParam, signal }) =>
      accountOrThrow(
        "getAccountAdministrator",
        {
          params: { id: user.organization_id },
          query: {
            state: filter,
            ...(search === "" ? {} : { search }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { quiet: true, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const people = list.data?.pages.flatMap((page) => page.users) ?? [];
  const last = list.data?.pages.at(-1);
  return (
    <section className="sheet tokens" aria-label={t("users.list")} aria-busy={list.isFetching}>
      <div className="toolbar">
        <Filters
          label={t("users.filter")}
          filters={filters}
          at={filter}
          counts={last?.counts}
          textOf={(one) => t(`users.filter_${one}`)}
          onChoose={setFilter}
        />
        <SearchBox label={t("users.search")} hint={t("users.searchHint")} value={typed} onChange={setTyped} />
      </div>
      {chosen.size > 0 && (
        <Bulk of={[...chosen.values()]} onAct={onAct} onChanged={onChanged} onClear={() => onChoose(new Map())} />
      )}
      {list.isPending && <Loading />}
      {list.isError && <SectionFault fault={list.error} onAgain={() => void list.refetch()} />}
      {last !== undefined && people.length === 0 && (
        <div className="empty" role="status">
          <Icon name="search" size={32} />
          <p className="h-card">{t("users.notFound")}</p>
          <p className="muted">{t("users.notFoundLead")}</p>
          <button
            className="btn btn-sm btn-side"
            type="button"
            onClick={() => {
              setTyped("");
              setFilter("all");
            }}
          >
            {t("users.showAll")}
          </button>
        </div>
      )}
      {people.length > 0 && (
        <PeopleTable
          people={people}
          administrators={last?.administrators ?? 0}
          chosen={chosen}
          onChoose={onChoose}
          onAct={onAct}
          onChanged={onChanged}
        />
      )}
      {list.hasNextPage && (
        <MoreRows
          busy={list.isFetchingNextPage}
          shown={people.length}
          of={last?.counts[filter] ?? 0}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {last !== undefined && last.counts.all === 1 && search === "" && filter === "all" && <Alone onAct={onAct} />}
    </section>
  );
}

/** Only the person who looks. */
function Alone({ onAct }: Pick<Props, "onAct">): JSX.Element {
  const t = useText();
  return (
    <div className="empty">
      <p className="h-card">{t("users.none")}</p>
      <p className="muted">{t("users.noneLead")}</p>
      <button className="btn btn-sm btn-side" type="button" onClick={() => onAct({ kind: "invite" })}>
        {t("users.invite")}
      </button>
    </div>
  );
}

function Bulk({
  of: people,
  onAct,
  onChanged,
  onClear,
}: {
  readonly of: readonly PersonView[];
  readonly onAct: (open: PeopleDialog) => void;
  readonly onChanged: () => void;
  readonly onClear: () => void;
}): JSX.Element {
  const t = useText();
  const tooMany = people.length > bulk_ids_max ? t("users.tooMany", { n: bulk_ids_max }) : null;
  const allDisabled = people.every(({ state }) => state === "disabled");
  const act = (kind: "role" | "disable" | "delete") => () => tooMany === null && onAct({ kind, of: people });
  const blocked = { "aria-disabled": tooMany !== null || undefined, title: tooMany ?? undefined };
  return (
    <div className="bulk">
      <b role="status">{t("users.chosen", { n: people.length })}</b>
      <span className="grow" />
      <button className="btn btn-sm btn-side" type="button" {...blocked} onClick={act("role")}>
        {t("users.changeRole")}
      </button>
      {allDisabled ? (
        <button
          className="btn btn-sm btn-side"
          type="button"
          {...blocked}
          onClick={() => tooMany === null && void enable(people).then(onChanged)}
        >
          {t("users.enable")}
        </button>
      ) : (
        <button className="btn btn-sm btn-side" type="button" {...blocked} onClick={act("disable")}>
          {t("users.disable")}
        </button>
      )}
      <button className="btn btn-sm btn-refuse" type="button" {...blocked} onClick={act("delete")}>
        {t("users.delete")}
      </button>
      <button className="btn btn-sm btn-quiet" type="button" onClick={onClear}>
        {t("users.clearChosen")}
      </button>
    </div>
  );
}
