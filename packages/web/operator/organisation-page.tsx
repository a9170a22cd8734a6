import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { ActiveSheet } from "./active-sheet.tsx";
import { CheckSheet } from "./check-sheet.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { LicenceSheet } from "./licence-sheet.tsx";
import { PeopleSheet } from "./people-sheet.tsx";
import { restOf, restOfAll } from "./places.ts";
import { RegisterForm } from "./register-form.tsx";
import { RegisterSheet } from "./register-sheet.tsx";
import { ActiveState } from "./states.tsx";
import { useDay } from "./use-day.ts";

/** One organisation: what its register says, its licence and people, and whether it is active. */
export function OrganisationPage({ id, fourEyes }: { readonly id: string; readonly fourEyes: boolean }): JSX.Element {
  const t = useText();
  const day = useDay();
  const client = useQueryClient();
  const [checks, setChecks] = useState(false);
  const own = useQuery({
    queryKey: ["desk", "organisation", id],
    queryFn: ({ signal }) => deskOrThrow("operatorOrganisation", { params: { id } }, signal),
  });
  const changed = () => {
    setChecks(false);
    void client.invalidateQueries({ queryKey: ["desk"] });
  };
  const organisation = own.data;
  return (
    <>
      <Link className="btn btn-sm btn-quiet back-link" to="/operator/$" params={{ _splat: restOf("organisations") }}>
        <Icon name="left" size={18} />
        {t("operator.section_organisations")}
      </Link>
      {own.isPending && <Loading />}
      {own.isError && <DeskFault fault={own.error} onAgain={() => void own.refetch()} />}
      {organisation !== undefined && (
        <>
          <div className="desk-head">
            <div>
              <h1>{organisation.name}</h1>
              <p className="muted">
                {t("operator.since", { day: day(organisation.created_at), n: organisation.people })}
              </p>
            </div>
            <ActiveState active={organisation.active} />
          </div>
          <div className="op3">
            <div className="grid gap-5">
              {checks ? (
                <RegisterForm
                  organisation={organisation}
                  fourEyes={fourEyes}
                  onDone={changed}
                  onCancel={() => setChecks(false)}
                />
              ) : (
                <RegisterSheet register={organisation.register} onCheck={() => setChecks(true)} />
              )}
              <LicenceSheet organisation={organisation} onChanged={changed} />
              <PeopleSheet id={id} />
            </div>
            <div className="grid gap-5">
              {organisation.register.check !== null && (
                <CheckSheet id={id} check={organisation.register.check} onChanged={changed} />
              )}
              <ActiveSheet organisation={organisation} onChanged={changed} />
              <section className="sheet" aria-label={t("certs.ofOrganisation")}>
                <div className="part grid gap-3">
                  <h2 className="h-card">{t("certs.ofOrganisation")}</h2>
                  <p className="small muted">{t("certs.ofOrganisationLead")}</p>
                  <Link
                    className="btn btn-sm btn-side justify-self-start"
                    to="/operator/$"
                    params={{ _splat: restOfAll(id) }}
                  >
                    {t("certs.ofOrganisationGo")}
                  </Link>
                </div>
              </section>
            </div>
          </div>
        </>
      )}
    </>
  );
}
