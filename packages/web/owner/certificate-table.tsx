import type { OwnCertificate, OwnRevocation } from "@siegel/contract/calls/cert-manager.ts";
import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import { certificates_page_size } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { type JSX, useState } from "react";
import type { Refusal } from "../api/answer.ts";
import { serialText } from "../frame/serial-text.tsx";
import { Trust } from "../frame/trust.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { late } from "../ui/late-icons.ts";
import { Note } from "../ui/note.tsx";
import { CertificateRow } from "./certificate-row.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Owner } from "./use-owner.ts";
import { purposesOf } from "./wishes.ts";

type Props = {
  readonly owner: Owner;
  readonly certificates: readonly OwnCertificate[];
  /** What was revoked just now. */
  readonly done: OwnRevocation | null;
};

/** The third step: the certificates, ten a page, the highest serial number first (signer-side.md §9). */
export function CertificateTable({ owner, certificates, done }: Props): JSX.Element {
  const t = useText();
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<OwnCertificate | null>(null);
  const first = page * certificates_page_size;
  const shown = certificates.slice(first, first + certificates_page_size);
  // Where only one can be meant, the way without the phone begins here.
  const [only, ...others] = certificates.filter((one) => purposesOf(one).length > 0);
  async function goOn(certificate: OwnCertificate, reason: CertificateReason): Promise<Refusal | null> {
    if (certificate.masked_phone !== null) return await owner.askPhone({ certificate, reason });
    owner.withoutPhone(certificate, reason);
    return null;
  }
  return (
    <div className="wide">
      <div className="head">
        <h1 tabIndex={-1}>{t("owner.tableTitle")}</h1>
        <p className="lead">{t("owner.tableLead", { email: owner.email })}</p>
      </div>
      {done !== null && <Done revocation={done} />}
      <div className="sheet">
        {/* A region that scrolls sideways must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className="table-scroll" tabIndex={0} aria-label={t("owner.tableTitle")}>
          <table className="table certs">
            <caption className="vh">{t("owner.tableCaption")}</caption>
            <thead>
              <tr>
                <th scope="col" aria-sort="descending">
                  {t("owner.serial")}
                </th>
                <th scope="col">{t("owner.level")}</th>
                <th scope="col">{t("owner.from")}</th>
                <th scope="col">{t("owner.until")}</th>
                <th scope="col">{t("owner.state")}</th>
                <th scope="col">
                  <span className="vh">{t("owner.action")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <CertificateRow
                  key={one.certificate_id}
                  certificate={one}
                  onRevoke={() => setAsked(one)}
                  onChange={() => owner.withoutPhone(one, null)}
                />
              ))}
            </tbody>
          </table>
        </section>
        <Pages count={certificates.length} page={page} onPage={setPage} />
      </div>
      <Trust
        points={[
          { icon: late.flag, title: t("owner.final"), text: t("owner.finalLead") },
          {
            icon: late.device,
            title: t("owner.noPhone"),
            text:
              only === undefined || others.length > 0 ? (
                t("ownerIdentity.choose")
              ) : (
                <button className="owner-link" type="button" onClick={() => owner.withoutPhone(only, null)}>
                  {t("owner.noPhoneGo")}
                </button>
              ),
          },
          { icon: "clock", title: t("owner.half"), text: t("owner.halfLead") },
        ]}
      />
      {asked !== null && (
        <ReasonDialog
          certificate={asked}
          go={t(asked.masked_phone === null ? "ownerIdentity.goOn" : "owner.withCode")}
          onGo={async (reason) => await goOn(asked, reason)}
          onKeep={() => setAsked(null)}
          onLost={asked.masked_phone === null ? null : (reason) => owner.withoutPhone(asked, reason)}
        />
      )}
    </div>
  );
}

function Done({ revocation }: { readonly revocation: OwnRevocation }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const at = momentText(new Date(revocation.revoked_at), { language, seconds: true });
  return (
    <div className="mb-4" role="status">
      <Note kind="ok" icon="done">
        <b>{t("Responses.REVOKE_SUCCESS")}</b>
        {t("owner.done", { serial: serialText(revocation.serial_number), at })}
      </Note>
    </div>
  );
}

type PagesProps = { readonly count: number; readonly page: number; readonly onPage: (page: number) => void };

function Pages({ count, page, onPage }: PagesProps): JSX.Element | null {
  const t = useText();
  const pages = Math.ceil(count / certificates_page_size);
  if (pages < 2) return null;
  return (
    <div className="part row between">
      <button className="btn btn-sm btn-side" type="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <Icon name="left" size={18} />
        {t("owner.newer")}
      </button>
      <span className="small muted num">{t("owner.page", { n: page + 1, m: pages })}</span>
      <button
        className="btn btn-sm btn-side"
        type="button"
        disabled={page + 1 === pages}
        onClick={() => onPage(page + 1)}
      >
        {t("owner.older")}
      </button>
    </div>
  );
}
