import type { OperatorDesk } from "@siegel/contract/calls/operator-organisations.ts";
import type { OperatorView } from "@siegel/contract/calls/operator-session.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import type { TextKey } from "../i18n/text-key.ts";
import { Icon } from "../ui/icons.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { type DeskSection, restOf } from "./places.ts";
import { useDay } from "./use-day.ts";
import { useOpenReviews } from "./use-open-reviews.ts";

const asked_every_ms = 30_000;

/** What is to do, and whether the service works; looked at anew every half minute. */
export function Overview({ operator }: { readonly operator: OperatorView }): JSX.Element {
  const t = useText();
  const day = useDay();
  const desk = useQuery({
    queryKey: ["desk", "overview"],
    queryFn: ({ signal }) => deskOrThrow("operatorDesk", {}, signal),
    refetchInterval: asked_every_ms,
  });
  return (
    <>
      <div className="desk-head">
        <div>
          <h1>{t("operator.hello", { name: `${operator.first_name} ${operator.last_name}` })}</h1>
          <p className="muted">{day(new Date().toISOString(), true)}</p>
        </div>
      </div>
      {desk.isPending && <Loading />}
      {desk.isError && <DeskFault fault={desk.error} onAgain={() => void desk.refetch()} />}
      {desk.data !== undefined && <Facts desk={desk.data} />}
    </>
  );
}

function Facts({ desk }: { readonly desk: OperatorDesk }): JSX.Element {
  const t = useText();
  const day = useDay();
  const failing = Object.values(desk.checks).filter((state) => state !== "ok").length;
  const { all, active, inactive, waiting } = desk.organisations;
  const open = useOpenReviews(asked_every_ms) ?? 0;
  return (
    <>
      {desk.maintenance_until !== null && (
        <div className="note warn mb-5">
          <Icon name="clock" />
          <p>{t("operator.maintenance", { at: day(desk.maintenance_until, true) })}</p>
        </div>
      )}
      <div className="kpis">
        <Figure label={t("operator.section_reviews")} n={open} to="reviews">
          {t(open === 0 ? "operator.waitingNone" : "reviews.waiting")}
        </Figure>
        <Figure label={t("operator.waiting")} n={waiting}>
          {t(waiting === 0 ? "operator.waitingNone" : "operator.waitingSome")}
        </Figure>
        <Figure label={t("operator.section_organisations")} n={all}>
          {t("operator.activeOf", { n: active, m: inactive })}
        </Figure>
        <Figure label={t("operator.faults")} n={failing}>
          <span className={failing === 0 ? "state ok" : "state warn"}>
            <Icon name={failing === 0 ? "done" : "warning"} />
            {t(failing === 0 ? "operator.allWell" : "operator.notWell")}
          </span>
        </Figure>
      </div>
      <section className="sheet">
        <div className="part">
          <h2 className="h-card">{t("operator.parts")}</h2>
          <ul className="parts">
            {Object.entries(desk.checks).map(([name, state]) => (
              <li key={name}>
                <span>{nameOf(name, t)}</span>
                <span className={state === "ok" ? "state ok" : "state warn"}>
                  <Icon name={state === "ok" ? "done" : "warning"} />
                  {t(state === "ok" ? "operator.works" : "operator.fails")}
                </span>
              </li>
            ))}
          </ul>
          <p className="small muted mt-3">{t("operator.version", { version: desk.version })}</p>
        </div>
      </section>
    </>
  );
}

const known: Readonly<Record<string, TextKey>> = {
  database: "operator.part_database",
  storage: "operator.part_storage",
  clock: "operator.part_clock",
  jobs: "operator.part_jobs",
};
/** A part that this page does not know yet is called as the service calls it. */
const nameOf = (name: string, t: (key: TextKey) => string): string => {
  const key = known[name];
  return key === undefined ? name : t(key);
};

type FigureProps = {
  readonly label: string;
  readonly n: number;
  readonly to?: DeskSection;
  readonly children: ReactNode;
};

function Figure({ label, n, to = "organisations", children }: FigureProps): JSX.Element {
  const number = new Intl.NumberFormat(useLanguage());
  return (
    <Link className="card" to="/operator/$" params={{ _splat: restOf(to) }}>
      <span className="small muted">{label}</span>
      <span className="figure">{number.format(n)}</span>
      <span className="small">{children}</span>
    </Link>
  );
}
