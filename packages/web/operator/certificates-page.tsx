import type {
  CertificateLine,
  CertificatePage,
  certificateFilters,
} from "@siegel/contract/calls/operator-certificates.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Filters, MoreRows, SearchBox, useSearch } from "../frame/list-tools.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { CertificateState, levelOf, Serial } from "./certificate-state.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { DeskTable } from "./desk-table.tsx";
import { restOfAll, restOfCertificate } from "./places.ts";
import { useDay } from "./use-day.ts";

type Filter = (typeof certificateFilters)[number];
const withOneOperator = ["all", "valid", "revoked", "ending"] as const satisfies readonly Filter[];
const withFourEyes = [...withOneOperator, "waiting"] as const;

/** All certificates of signers, a page at a time: filter and search by any part. */
export function CertificatesPage({ fourEyes }: { readonly fourEyes: boolean }): JSX.Element {
  const t = useText();
  const number = new Intl.NumberFormat(useLanguage());
  const [filter, setFilter] = useState<Filter>("all");
  const [typed, setTyped] = useState("");
  const search = useSearch(typed);
  const list = useInfiniteQuery({
    queryKey: ["desk", "certificates", { filter, search }],
    queryFn: ({ pageParam: cursor, signal }) =>
      deskOrThrow(
        "operatorCertificates",
        { query: { state: filter, ...(search === "" ? {} : { search }), ...(cursor === null ? {} : { cursor }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const found = list.data?.pages.flatMap((page) => page.certificates) ?? [];
  const last = list.data?.pages.at(-1);
  const counts = last?.counts;
  return (
    <>
      <div className="desk-head">
        <div>
          <h1>{t("operator.section_certificates")}</h1>
          {counts !== undefined && search === "" && (
            <p className="muted num">{t("certs.lead", { n: number.format(counts.valid) })}</p>
          )}
        </div>
      </div>
      <section className="sheet" aria-label={t("certs.list")} aria-busy={list.isFetching}>
        <div className="toolbar">
          <Filters
            label={t("certs.filter")}
            filters={fourEyes ? withFourEyes : withOneOperator}
            at={filter}
            counts={counts}
            textOf={(one) => t(`certs.filter_${one}`)}
            onChoose={setFilter}
          />
          <SearchBox label={t("certs.search")} hint={t("certs.searchHint")} value={typed} onChange={setTyped} />
        </div>
        {search !== "" && last !== undefined && found.length > 0 && <Hits page={last} filter={filter} />}
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
        {found.length > 0 && <CertificateTable certificates={found} />}
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

/** How many were found, and the way to all of an organisation where the search means one. */
function Hits({ page, filter }: { readonly page: CertificatePage; readonly filter: Filter }): JSX.Element {
  const t = useText();
  const number = new Intl.NumberFormat(useLanguage());
  const { organisation } = page;
  return (
    <div className="hits">
      <b className="small num" role="status">
        {t("certs.found", { n: number.format(page.counts[filter]) })}
      </b>
      {organisation !== null && organisation.revocable > 0 && (
        <Link className="btn btn-sm btn-refuse" to="/operator/$" params={{ _splat: restOfAll(organisation.id) }}>
          {t("certs.allOf", { name: organisation.name })}
        </Link>
      )}
    </div>
  );
}

function CertificateTable({ certificates }: { readonly certificates: readonly CertificateLine[] }): JSX.Element {
  const t = useText();
  return (
    <DeskTable
      label={t("certs.list")}
      caption={t("operator.section_certificates")}
      heads={(["holder", "level", "validity", "state"] as const).map((name) => t(`certs.${name}`))}
    >
      {certificates.map((one) => (
        <Row key={one.certificate_id} one={one} />
      ))}
    </DeskTable>
  );
}

function Row({ one }: { readonly one: CertificateLine }): JSX.Element {
  const t = useText();
  const day = useDay();
  return (
    <tr>
      <th scope="row">
        <Link to="/operator/$" params={{ _splat: restOfCertificate(one.certificate_id) }}>
          {one.name}
        </Link>
        <span className="tiny subtle block">
          <Serial of={one.serial} />
        </span>
      </th>
      <td>
        {t(levelOf(one))}
        <span className="tiny subtle block">{one.organisation?.name ?? t("certs.forSelf")}</span>
      </td>
      <td>{t("certs.until", { at: day(one.not_after, one.short_term) })}</td>
      <td>
        <CertificateState one={one} />
        {one.short_term && one.status === "valid" && <span className="tiny subtle block">{t("certs.endsItself")}</span>}
      </td>
    </tr>
  );
}

function Empty({ isFirst, onReset }: { readonly isFirst: boolean; readonly onReset: () => void }): JSX.Element {
  const t = useText();
  return (
    <div className="empty" role="status">
      <Icon name="search" size={32} />
      <p className="h-card">{t(isFirst ? "certs.noneYet" : "certs.none")}</p>
      <p className="muted">{t(isFirst ? "certs.noneYetLead" : "certs.noneLead")}</p>
      {!isFirst && (
        <button className="btn btn-sm btn-side" type="button" onClick={onReset}>
          {t("certs.showAll")}
        </button>
      )}
    </div>
  );
}
