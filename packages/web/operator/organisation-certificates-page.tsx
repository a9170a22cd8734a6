import type { CertificateLine, OrganisationCertificates } from "@siegel/contract/calls/operator-certificates.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { callDesk, deskOrThrow } from "../api/operator-client.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";
import { levelOf, Serial } from "./certificate-state.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { OrderFacts, OrderSheet } from "./order-sheet.tsx";
import { restOfCertificate, restOfOrganisation } from "./places.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";

type Props = { readonly id: string; readonly fourEyes: boolean };

const looks_again_ms = 1_000;

/** All certificates of an organisation that can be revoked; and how far that is. */
export function OrganisationCertificatesPage({ id, fourEyes }: Props): JSX.Element {
  const t = useText();
  const client = useQueryClient();
  const queryKey = ["desk", "certificates", "of", id];
  const own = useQuery({
    queryKey,
    queryFn: ({ signal }) => deskOrThrow("organisationCertificates", { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.order?.state === "running" ? looks_again_ms : false),
  });
  const changed = (next: OrganisationCertificates): void => {
    client.setQueryData(queryKey, next);
    void client.invalidateQueries({ queryKey: ["desk", "certificates"] });
  };
  const one = own.data;
  const order = one?.order ?? null;
  return (
    <>
      {one !== undefined && (
        <Link className="btn btn-sm btn-quiet back-link" to="/operator/$" params={{ _splat: restOfOrganisation(id) }}>
          <Icon name="left" size={18} />
          {one.organisation.name}
        </Link>
      )}
      {own.isPending && <Loading />}
      {own.isError && <DeskFault fault={own.error} onAgain={() => void own.refetch()} />}
      {one !== undefined && (
        <>
          <div className="desk-head">
            <div>
              <h1>{t("certs.all", { name: one.organisation.name })}</h1>
              <p className="muted">{t("certs.allLead")}</p>
            </div>
          </div>
          <div className="op3">
            <div className="grid gap-5">
              {order?.state === "waiting" && <OrderFacts order={order} />}
              <Preview of={one} />
            </div>
            <div className="grid gap-5">
              {order?.state === "waiting" ? (
                <OrderSheet
                  order={order}
                  confirm={() =>
                    callDesk("confirmRevocationOfOrganisation", { params: { id }, body: { order_id: order.order_id } })
                  }
                  withdraw={() => callDesk("withdrawRevocationOfOrganisation", { params: { id } })}
                  onDone={changed}
                />
              ) : (
                <RevokeAllSheet of={one} fourEyes={fourEyes} onDone={changed} />
              )}
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Preview({ of: { revocable, first } }: { readonly of: OrganisationCertificates }): JSX.Element {
  const t = useText();
  const number = new Intl.NumberFormat(useLanguage());
  return (
    <section className="sheet" aria-label={t("operator.section_certificates")}>
      <div className="part">
        <h2 className="h-card num">{t("certs.revocable", { n: number.format(revocable) })}</h2>
        <p className="small muted mt-2">{t("certs.allWhich")}</p>
      </div>
      <div className="part">
        {first.length === 0 ? (
          <p className="muted">{t("certs.nothingToRevoke")}</p>
        ) : (
          <ul className="parts">
            {first.map((one) => (
              <Line key={one.certificate_id} one={one} />
            ))}
          </ul>
        )}
        {revocable > first.length && (
          <p className="small muted num mt-3">{t("certs.andMore", { n: number.format(revocable - first.length) })}</p>
        )}
      </div>
    </section>
  );
}

function Line({ one }: { readonly one: CertificateLine }): JSX.Element {
  const t = useText();
  return (
    <li>
      <span>
        <Link to="/operator/$" params={{ _splat: restOfCertificate(one.certificate_id) }}>
          {one.name}
        </Link>
        <span className="tiny subtle block">{t(levelOf(one))}</span>
      </span>
      <span className="tiny subtle">
        <Serial of={one.serial} />
      </span>
    </li>
  );
}

type SheetProps = {
  readonly of: OrganisationCertificates;
  readonly fourEyes: boolean;
  readonly onDone: (next: OrganisationCertificates) => void;
};

function RevokeAllSheet({ of, fourEyes, onDone }: SheetProps): JSX.Element {
  const t = useText();
  const number = new Intl.NumberFormat(useLanguage());
  const [open, setOpen] = useState(false);
  const { organisation, revocable, order } = of;
  const isRunning = order?.state === "running";
  return (
    <section className="sheet" aria-label={t("certs.revocation")}>
      <div className="part grid gap-4">
        <h2 className="h-card">{t("certs.revocation")}</h2>
        <div role="status">
          <Progress of={of} />
        </div>
        {!isRunning && revocable > 0 && (
          <>
            <p className="small muted">{t("certs.allFirst")}</p>
            <button className="btn btn-sm btn-refuse justify-self-start" type="button" onClick={() => setOpen(true)}>
              {t("certs.allAct")}
            </button>
          </>
        )}
      </div>
      {open && (
        <RevokeDialog
          title={t("certs.allTitle", { n: number.format(revocable) })}
          lead={t("certs.allRevokeLead", { name: organisation.name })}
          also={t("certs.mailed")}
          first="cessationOfOperation"
          word={organisation.name.split(" ")[0] ?? ""}
          fourEyes={fourEyes}
          send={(body) => callDesk("revokeOfOrganisation", { params: { id: organisation.id }, body })}
          onDone={(next) => {
            setOpen(false);
            onDone(next);
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** How far the last order is. */
function Progress({ of: { order, revocable } }: { readonly of: OrganisationCertificates }): JSX.Element | null {
  const t = useText();
  const number = new Intl.NumberFormat(useLanguage());
  if (order === null || order.state === "waiting") return null;
  const revoked = number.format(order.revoked);
  if (order.state === "running")
    return (
      <Note kind="plain" icon="clock">
        <b>{t("certs.running")}</b> {t("certs.progress", { n: revoked, m: number.format(revocable) })}{" "}
        {t("certs.runsOn")}
      </Note>
    );
  const { confirmed_by: second, proposed_by: first } = order;
  return (
    <Note kind="ok" icon="done">
      <b>{t("certs.done")}</b>{" "}
      {t("certs.doneLead", { n: revoked, name: second === null ? first : t("certs.confirmedBy", { first, second }) })}
    </Note>
  );
}
