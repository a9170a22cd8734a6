import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { AuthorityEnds } from "./authority-ends.tsx";
import { useAuthorityFaults } from "./authority-faults.ts";
import { useUnitName } from "./authority-names.ts";
import { DeskFault } from "./desk-fault.tsx";
import { DeskTable } from "./desk-table.tsx";
import { useDay } from "./use-day.ts";

type Authority = AuthorityHealth["authorities"][number];

const looks_again_ms = 30_000;

/** How the own authority is: lists and responders of each CA, what ends when. Looked at anew every half minute. */
export function AuthorityPage(): JSX.Element {
  const t = useText();
  const day = useDay();
  const own = useQuery({
    queryKey: ["desk", "authority"],
    queryFn: ({ signal }) => deskOrThrow("operatorAuthority", {}, signal),
    refetchInterval: looks_again_ms,
  });
  return (
    <>
      <div className="desk-head">
        <div>
          <h1>{t("operator.section_authority")}</h1>
          <p className="muted">{t("authority.lead")}</p>
        </div>
        {own.data !== undefined && (
          <span className="small muted">
            {t("authority.asOf", { at: day(new Date(own.dataUpdatedAt).toISOString(), true) })}
          </span>
        )}
      </div>
      {own.isPending && <Loading />}
      {own.isError && <DeskFault fault={own.error} onAgain={() => void own.refetch()} />}
      {own.data !== undefined && (
        <div className="grid gap-5">
          <Faults of={own.data} />
          <section className="sheet" aria-label={t("authority.table")}>
            <div className="part">
              <h2 className="h-card">{t("authority.table")}</h2>
            </div>
            <DeskTable
              label={t("authority.table")}
              heads={(["name", "issues", "listHead", "responder", "end"] as const).map((one) => t(`authority.${one}`))}
            >
              {own.data.authorities.map((one) => (
                <Row key={one.name} one={one} />
              ))}
            </DeskTable>
          </section>
          <div className="op3">
            <AuthorityEnds ends={own.data.ends} />
            <section className="sheet" aria-label={t("authority.new")}>
              <div className="part grid gap-2">
                <h2 className="h-card">{t("authority.new")}</h2>
                <p className="small muted">{t("authority.newLead")}</p>
              </div>
            </section>
          </div>
        </div>
      )}
    </>
  );
}

function Faults({ of }: { readonly of: AuthorityHealth }): JSX.Element | null {
  const t = useText();
  const faults = useAuthorityFaults()(of);
  if (faults.length === 0) return null;
  return (
    <div className="note bad" role="alert">
      <Icon name="warning" />
      <div>
        <b>{t("authority.fault")}</b>
        {faults.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
    </div>
  );
}

function Row({ one }: { readonly one: Authority }): JSX.Element {
  const t = useText();
  const day = useDay();
  const nameOf = useUnitName();
  return (
    <tr>
      <th scope="row">
        <b>{nameOf(one)}</b>
        <span className="tiny subtle block">{t("authority.since", { day: day(one.not_before) })}</span>
      </th>
      <td>{one.active ? t(`authority.issues_${issuing(one.role)}`) : t("authority.issuesNothing")}</td>
      <td>
        <List of={one.list} />
      </td>
      <td>
        <Responder of={one.responder} isWanted={one.key_is_here} />
      </td>
      <td>{day(one.not_after)}</td>
    </tr>
  );
}

const issuing = (role: Authority["role"]): "root" | "issuing-ca" | "qualified-ca" =>
  role === "root" || role === "qualified-ca" ? role : "issuing-ca";

function List({ of }: { readonly of: Authority["list"] }): JSX.Element {
  const t = useText();
  const day = useDay();
  const number = new Intl.NumberFormat(useLanguage());
  if (of === null) return <Bad text={t("authority.noList")} />;
  const n = number.format(of.number);
  return (
    <>
      {of.entries === null
        ? t("authority.numberOnly", { n })
        : t("authority.number", { n, m: number.format(of.entries) })}
      <span className="tiny subtle block">{t("authority.madeAt", { at: day(of.this_update, true) })}</span>
      <span className="tiny subtle block">
        {of.next_update === null ? t("authority.lastList") : t("authority.counts", { at: day(of.next_update, true) })}
      </span>
      {(of.state === "late" || of.state === "ended") && (
        <Bad
          text={
            of.missing > 0 ? t("authority.missing", { n: number.format(of.missing) }) : t(`authority.list_${of.state}`)
          }
        />
      )}
    </>
  );
}

function Responder({ of, isWanted }: { readonly of: Authority["responder"]; readonly isWanted: boolean }): JSX.Element {
  const t = useText();
  const day = useDay();
  if (of === null && !isWanted) return <>{t("authority.byListOnly")}</>;
  if (of === null) return <Bad text={t("authority.noResponder")} />;
  return (
    <>
      {of.state === "ok" ? (
        <span className="state ok">
          <Icon name="done" />
          {t("authority.responds")}
        </span>
      ) : (
        <Bad text={t(`authority.responder_${of.state}`)} />
      )}
      <span className="tiny subtle block">{t("certs.until", { at: day(of.not_after) })}</span>
    </>
  );
}

function Bad({ text }: { readonly text: string }): JSX.Element {
  return (
    <span className="state bad">
      <Icon name="warning" />
      {text}
    </span>
  );
}
