import type { CertificateView } from "@siegel/contract/calls/operator-certificates.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { callDesk, deskOrThrow } from "../api/operator-client.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";
import { CertificateFacts, RevocationFacts } from "./certificate-facts.tsx";
import { CertificateState, levelOf, Serial } from "./certificate-state.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { OrderFacts, OrderSheet } from "./order-sheet.tsx";
import { restOf } from "./places.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { useDay } from "./use-day.ts";

type Props = { readonly id: string; readonly fourEyes: boolean };

const looks_again_ms = 2_000;

/** One certificate: whose, what it is worth, how it was revoked; and the way to revoke it. */
export function CertificatePage({ id, fourEyes }: Props): JSX.Element {
  const t = useText();
  const day = useDay();
  const client = useQueryClient();
  const queryKey = ["desk", "certificate", id];
  const own = useQuery({
    queryKey,
    queryFn: ({ signal }) => deskOrThrow("operatorCertificate", { params: { id } }, signal),
    // Its key is destroyed a moment after it was revoked.
    refetchInterval: ({ state: { data } }) =>
      data?.status === "revoked" && data.key === "kept" ? looks_again_ms : false,
  });
  const changed = (next: CertificateView): void => {
    client.setQueryData(queryKey, next);
    void client.invalidateQueries({ queryKey: ["desk", "certificates"] });
  };
  const one = own.data;
  return (
    <>
      <Link className="btn btn-sm btn-quiet back-link" to="/operator/$" params={{ _splat: restOf("certificates") }}>
        <Icon name="left" size={18} />
        {t("operator.section_certificates")}
      </Link>
      {own.isPending && <Loading />}
      {own.isError && <DeskFault fault={own.error} onAgain={() => void own.refetch()} />}
      {one !== undefined && (
        <>
          <div className="desk-head">
            <div>
              <h1>{one.name}</h1>
              <p className="muted">
                {t(levelOf(one))} · <Serial of={one.serial} /> ·{" "}
                {t("certs.until", { at: day(one.not_after, one.short_term) })}
              </p>
            </div>
            <CertificateState one={one} />
          </div>
          <div className="op3">
            <div className="grid gap-5">
              {one.order !== null && <OrderFacts order={one.order} />}
              {one.revocation !== null && <RevocationFacts revocation={one.revocation} />}
              <CertificateFacts one={one} />
            </div>
            <div className="grid gap-5">
              {one.order !== null && one.status === "valid" ? (
                <OrderSheet
                  order={one.order}
                  confirm={() =>
                    callDesk("confirmRevocation", { params: { id }, body: { order_id: one.order?.order_id ?? "" } })
                  }
                  withdraw={() => callDesk("withdrawRevocation", { params: { id } })}
                  onDone={changed}
                />
              ) : (
                <RevokeSheet one={one} fourEyes={fourEyes} onDone={changed} />
              )}
            </div>
          </div>
        </>
      )}
    </>
  );
}

type RevokeProps = {
  readonly one: CertificateView;
  readonly fourEyes: boolean;
  readonly onDone: (next: CertificateView) => void;
};

function RevokeSheet({ one, fourEyes, onDone }: RevokeProps): JSX.Element {
  const t = useText();
  const [open, setOpen] = useState(false);
  const over = one.status === "revoked" ? "final" : one.status === "expired" ? "expired" : null;
  const why = over ?? (one.short_term ? "shortTerm" : null);
  return (
    <section className="sheet" aria-label={t(why === "final" ? "certs.means" : "certs.revocation")}>
      <div className="part grid gap-4">
        <h2 className="h-card">{t(why === "final" ? "certs.means" : "certs.revocation")}</h2>
        <div role="status">
          {why === null ? (
            <p className="small muted">{t("certs.mayRevoke")}</p>
          ) : (
            <Note kind={why === "final" ? "bad" : "plain"} icon={why === "final" ? "barred" : "clock"}>
              {t(`certs.${why}`)}
            </Note>
          )}
        </div>
        {why === null && (
          <button className="btn btn-sm btn-refuse justify-self-start" type="button" onClick={() => setOpen(true)}>
            {t("certs.revoke")}
          </button>
        )}
      </div>
      {open && (
        <RevokeDialog
          title={t("certs.revokeTitle")}
          lead={t("certs.revokeLead", { name: one.name })}
          also={t(one.email === "" ? "certs.keyGoes" : "certs.mailed")}
          fourEyes={fourEyes}
          send={(body) => callDesk("revokeByOperator", { params: { id: one.certificate_id }, body })}
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
