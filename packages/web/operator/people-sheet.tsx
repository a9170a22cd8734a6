import type { PersonView } from "@siegel/contract/calls/people.ts";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { callDesk, deskOrThrow } from "../api/operator-client.ts";
import { AskDialog } from "../frame/ask-dialog.tsx";
import { MoreRows, SearchBox, useSearch } from "../frame/list-tools.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { DeskFault } from "./desk-fault.tsx";

type Asks = { readonly kind: "switch" | "factor"; readonly of: PersonView };

/** The people of an organisation: who may log in, the switch, and the way out for who lost their second factor. */
export function PeopleSheet({ id }: { readonly id: string }): JSX.Element {
  const t = useText();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [asks, setAsks] = useState<Asks | null>(null);
  const search = useSearch(typed);
  const list = useInfiniteQuery({
    queryKey: ["desk", "people", id, search],
    queryFn: ({ pageParam: cursor, signal }) =>
      deskOrThrow(
        "operatorPeople",
        { params: { id }, query: { ...(search === "" ? {} : { search }), ...(cursor === null ? {} : { cursor }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const people = list.data?.pages.flatMap((page) => page.users) ?? [];
  const counts = list.data?.pages.at(-1)?.counts;
  return (
    <section className="sheet" aria-label={t("operator.people")} aria-busy={list.isFetching}>
      <div className="toolbar">
        <h2 className="h-card">{t("operator.people")}</h2>
        <SearchBox label={t("users.search")} hint={t("users.searchHint")} value={typed} onChange={setTyped} />
      </div>
      {list.isPending && <Loading />}
      {list.isError && <DeskFault fault={list.error} onAgain={() => void list.refetch()} />}
      {counts !== undefined && people.length === 0 && (
        <p className="part muted" role="status">
          {t(search === "" ? "operator.nobody" : "operator.nobodyFound")}
        </p>
      )}
      {people.length > 0 && (
        <ul className="part parts">
          {people.map((person) => (
            <Person key={person.user_id} person={person} onAsk={(kind) => setAsks({ kind, of: person })} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <MoreRows
          busy={list.isFetchingNextPage}
          shown={people.length}
          of={counts?.all ?? 0}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {asks !== null && (
        <PersonDialog
          asks={asks}
          onClose={() => setAsks(null)}
          onDone={() => {
            setAsks(null);
            void client.invalidateQueries({ queryKey: ["desk", "people", id] });
          }}
        />
      )}
    </section>
  );
}

const nameOf = ({ first_name, last_name, email }: PersonView): string => `${first_name} ${last_name}`.trim() || email;

type PersonProps = { readonly person: PersonView; readonly onAsk: (kind: Asks["kind"]) => void };

function Person({ person, onAsk }: PersonProps): JSX.Element {
  const t = useText();
  const { state, email, second_factor } = person;
  const name = nameOf(person);
  const canSwitch = state === "active" || state === "disabled";
  return (
    <li>
      <span>
        <b className="block">{name}</b>
        {name !== email && <span className="small muted">{email}</span>}
      </span>
      <span className="row wrap gap-3">
        <span className={state === "active" ? "state ok" : "state"}>
          <Icon name={state === "active" ? "done" : state === "disabled" ? "barred" : "open"} />
          {t(`users.filter_${state}`)}
        </span>
        {second_factor !== "none" && (
          <button
            className="btn btn-sm btn-side"
            type="button"
            aria-label={t("operator.removeFactorName", { name })}
            onClick={() => onAsk("factor")}
          >
            {t("users.removeFactor")}
          </button>
        )}
        {canSwitch && (
          <button
            className="btn btn-sm btn-side"
            type="button"
            aria-label={t(state === "active" ? "operator.disableName" : "operator.enableName", { name })}
            onClick={() => onAsk("switch")}
          >
            {t(state === "active" ? "users.disable" : "users.enable")}
          </button>
        )}
      </span>
    </li>
  );
}

type DialogProps = { readonly asks: Asks; readonly onDone: () => void; readonly onClose: () => void };

function PersonDialog({ asks: { kind, of }, onDone, onClose }: DialogProps): JSX.Element {
  const t = useText();
  const name = nameOf(of);
  const params = { id: of.user_id };
  const then = { onDone, onCancel: onClose };
  if (kind === "factor")
    return (
      <AskDialog
        title={t("users.removeFactorTitle", { name })}
        lead={t("operator.removeFactorLead")}
        act={t("operator.removePerson")}
        danger
        send={() => callDesk("removePersonFactor", { params })}
        {...then}
      />
    );
  const active = of.state === "active";
  return (
    <AskDialog
      title={t(active ? "operator.disableTitle" : "operator.enableTitle", { name })}
      lead={t(active ? "operator.disableLead" : "operator.enableLead")}
      act={t(active ? "users.disable" : "users.enable")}
      danger={active}
      send={() => callDesk("setPersonActive", { params, body: { active: !active } })}
      {...then}
    />
  );
}
