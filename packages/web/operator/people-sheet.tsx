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

/** The people of an organisation: who may log in, and the switch. */
export function PeopleSheet({ id }: { readonly id: string }): JSX.Element {
  const t = useText();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [asks, setAsks] = useState<PersonView | null>(null);
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
            <Person key={person.user_id} person={person} onAsk={() => setAsks(person)} />
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
        <SwitchDialog
          person={asks}
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

function Person({ person, onAsk }: { readonly person: PersonView; readonly onAsk: () => void }): JSX.Element {
  const t = useText();
  const { state, email } = person;
  const name = nameOf(person);
  const canSwitch = state === "active" || state === "disabled";
  return (
    <li>
      <span>
        <b className="block">{name}</b>
        {name !== email && <span className="small muted">{email}</span>}
      </span>
      <span className="desk-row">
        <span className={state === "active" ? "state ok" : "state"}>
          <Icon name={state === "active" ? "done" : state === "disabled" ? "barred" : "open"} />
          {t(`users.filter_${state}`)}
        </span>
        {canSwitch && (
          <button
            className="btn btn-sm btn-side"
            type="button"
            aria-label={t(state === "active" ? "operator.disableName" : "operator.enableName", { name })}
            onClick={onAsk}
          >
            {t(state === "active" ? "users.disable" : "users.enable")}
          </button>
        )}
      </span>
    </li>
  );
}

type SwitchProps = { readonly person: PersonView; readonly onDone: () => void; readonly onClose: () => void };

function SwitchDialog({ person, onDone, onClose }: SwitchProps): JSX.Element {
  const t = useText();
  const name = nameOf(person);
  const active = person.state === "active";
  return (
    <AskDialog
      title={t(active ? "operator.disableTitle" : "operator.enableTitle", { name })}
      lead={t(active ? "operator.disableLead" : "operator.enableLead")}
      act={t(active ? "users.disable" : "users.enable")}
      danger={active}
      send={() => callDesk("setPersonActive", { params: { id: person.user_id }, body: { active: !active } })}
      onDone={onDone}
      onCancel={onClose}
    />
  );
}
