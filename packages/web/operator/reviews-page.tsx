import type { ReviewLine, reviewFilters } from "@siegel/contract/calls/operator-reviews.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Filters, MoreRows } from "../frame/list-tools.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { DeskTable } from "./desk-table.tsx";
import { restOfReview } from "./places.ts";
import { ReviewState } from "./review-state.tsx";
import { useDay } from "./use-day.ts";

type Filter = (typeof reviewFilters)[number];
const filters = ["open", "approved", "rejected", "all"] as const satisfies readonly Filter[];

/** Doubtful identifications, the newest first; those that wait are shown first. */
export function ReviewsPage(): JSX.Element {
  const t = useText();
  const [filter, setFilter] = useState<Filter>("open");
  const list = useInfiniteQuery({
    queryKey: ["desk", "reviews", "list", filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      deskOrThrow("operatorReviews", { query: { state: filter, ...(cursor === null ? {} : { cursor }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const found = list.data?.pages.flatMap((page) => page.reviews) ?? [];
  const counts = list.data?.pages.at(-1)?.counts;
  return (
    <>
      <div className="desk-head">
        <div>
          <h1>{t("reviews.title")}</h1>
          <p className="muted">{t("reviews.lead")}</p>
        </div>
      </div>
      <section className="sheet" aria-label={t("reviews.list")} aria-busy={list.isFetching}>
        <div className="toolbar">
          <Filters
            label={t("reviews.filter")}
            filters={filters}
            at={filter}
            counts={counts}
            textOf={(one) => t(`reviews.filter_${one}`)}
            onChoose={setFilter}
          />
        </div>
        {list.isPending && <Loading />}
        {list.isError && <DeskFault fault={list.error} onAgain={() => void list.refetch()} />}
        {counts !== undefined && found.length === 0 && (
          <Empty isDone={filter === "open" || counts.all === 0} onReset={() => setFilter("all")} />
        )}
        {found.length > 0 && <ReviewTable reviews={found} />}
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

function ReviewTable({ reviews }: { readonly reviews: readonly ReviewLine[] }): JSX.Element {
  const t = useText();
  return (
    <DeskTable
      label={t("reviews.list")}
      heads={(["person", "for", "way", "handedIn", "state"] as const).map((name) => t(`reviews.${name}`))}
    >
      {reviews.map((one) => (
        <Row key={one.review_id} one={one} />
      ))}
    </DeskTable>
  );
}

function Row({ one }: { readonly one: ReviewLine }): JSX.Element {
  const t = useText();
  const day = useDay();
  const who = one.state === "open" ? one.opened_by : one.decided_by;
  return (
    <tr>
      <th scope="row">
        <Link to="/operator/$" params={{ _splat: restOfReview(one.review_id) }}>
          {`${one.first_name} ${one.last_name}`}
        </Link>
        <span className="tiny subtle block">{one.reference}</span>
      </th>
      <td>{one.purpose === "sign" ? one.organisation : t(`reviews.own_${one.purpose}`)}</td>
      <td>{t(`reviews.route_${one.route}`)}</td>
      <td>{day(one.handed_in_at, true)}</td>
      <td>
        <ReviewState state={one.state} />
        {who !== null && (
          <span className="tiny subtle block">{one.state === "open" ? t("reviews.openedBy", { name: who }) : who}</span>
        )}
      </td>
    </tr>
  );
}

function Empty({ isDone, onReset }: { readonly isDone: boolean; readonly onReset: () => void }): JSX.Element {
  const t = useText();
  return (
    <div className="empty" role="status">
      <Icon name={isDone ? "done" : "search"} size={32} />
      <p className="h-card">{t(isDone ? "reviews.none" : "reviews.noneHere")}</p>
      <p className="muted">{t(isDone ? "reviews.noneLead" : "reviews.noneHereLead")}</p>
      {!isDone && (
        <button className="btn btn-sm btn-side" type="button" onClick={onReset}>
          {t("reviews.showAll")}
        </button>
      )}
    </div>
  );
}
