import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { useWhoIsThere } from "../who-is-there.ts";
import { type PeopleDialog, PeopleDialogs } from "./people-dialogs.tsx";
import { PeopleList } from "./people-list.tsx";
import type { Chosen } from "./people-table.tsx";
import { WaitingPeople } from "./waiting-people.tsx";

/** Who belongs to the organisation, who may do what, and who would like to join. */
export function UsersSection(): JSX.Element {
  const t = useText();
  const { user } = useWhoIsThere();
  const client = useQueryClient();
  const [open, setOpen] = useState<PeopleDialog | null>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const waiting = useQuery({
    queryKey: ["people", "waiting"],
    queryFn: () =>
      accountOrThrow(
        "getAccountAdministrator",
        { params: { id: user.organization_id }, query: { state: "waiting", limit: 100 } },
        { quiet: true },
      ),
  });
  const changed = () => {
    setChosen(new Map());
    void client.invalidateQueries({ queryKey: ["people"] });
  };
  const people = waiting.data?.users ?? [];
  return (
    <>
      <div className="page-h section-head">
        <div>
          <h1>{t("section.users")}</h1>
          <p className="muted">{t("users.lead", { organisation: user.whitelabeling_pack.name })}</p>
        </div>
        <button className="btn btn-sm btn-main" type="button" onClick={() => setOpen({ kind: "invite" })}>
          <Icon name="plus" size={18} />
          {t("users.invite")}
        </button>
      </div>
      {people.length > 0 && <WaitingPeople people={people} onAct={setOpen} />}
      <PeopleList chosen={chosen} onChoose={setChosen} onAct={setOpen} onChanged={changed} />
      {open !== null && <PeopleDialogs open={open} onChanged={changed} onClose={() => setOpen(null)} />}
    </>
  );
}
