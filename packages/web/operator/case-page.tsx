import type { CaseView } from "@siegel/contract/calls/operator-cases.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { callDesk, deskOrThrow } from "../api/operator-client.ts";
import { AskDialog } from "../frame/ask-dialog.tsx";
import { Loading } from "../frame/loading.tsx";
import { spacedPhone } from "../frame/phone.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon } from "../ui/icons.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { Note } from "../ui/note.tsx";
import { CaseFlow } from "./case-flow.tsx";
import { LinkState } from "./case-state.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { restOf, restOfCaseAgain } from "./places.ts";
import { dayOf, useDay } from "./use-day.ts";

/** One person who was met: what they showed, their link, and what an operator can do. */
export function CasePage({ id }: { readonly id: string }): JSX.Element {
  const t = useText();
  const day = useDay();
  const client = useQueryClient();
  const [isResent, setIsResent] = useState(false);
  const own = useQuery({
    queryKey: ["desk", "case", id],
    queryFn: ({ signal }) => deskOrThrow("operatorCase", { params: { id } }, signal),
    // The time until another link may be sent runs.
    refetchInterval: ({ state }) => ((state.data?.resend_after_s ?? 0) > 0 ? 60_000 : false),
  });
  const changed = (next: CaseView): void => {
    client.setQueryData(["desk", "case", id], next);
    void client.invalidateQueries({ queryKey: ["desk", "cases"] });
  };
  const one = own.data;
  return (
    <>
      <Link className="btn btn-sm btn-quiet back-link" to="/operator/$" params={{ _splat: restOf("cases") }}>
        <Icon name="left" size={18} />
        {t("cases.title")}
      </Link>
      {own.isPending && <Loading />}
      {own.isError && <DeskFault fault={own.error} onAgain={() => void own.refetch()} />}
      {one !== undefined && (
        <>
          <div className="desk-head">
            <div>
              <h1>{`${one.first_name} ${one.last_name}`}</h1>
              <p className="muted">
                {t("cases.headLead", {
                  reference: one.reference,
                  document: t(`cases.kind_${one.document_kind}`),
                  at: day(one.identified_at, true),
                })}
              </p>
            </div>
            <LinkState of={one} />
          </div>
          <div className="op3">
            <div className="grid gap-5">
              {one.state === "open" && <Sent one={one} isResent={isResent} />}
              <CaseSheet
                one={one}
                onResent={(next) => {
                  setIsResent(true);
                  changed(next);
                }}
                onEnded={changed}
              />
            </div>
            <CaseFlow one={one} />
          </div>
        </>
      )}
    </>
  );
}

function Sent({ one, isResent }: { readonly one: CaseView; readonly isResent: boolean }): JSX.Element {
  const t = useText();
  const at = useDay()(one.link_expires_at, true);
  return (
    <div role="status">
      <Note kind="ok" icon="done">
        <b>{t(isResent ? "cases.isResent" : "cases.isSent")}</b>{" "}
        {isResent ? t("cases.isResentLead", { at }) : t("cases.isSentLead", { at, email: one.email })}
      </Note>
    </div>
  );
}

type SheetProps = {
  readonly one: CaseView;
  readonly onResent: (next: CaseView) => void;
  readonly onEnded: (next: CaseView) => void;
};

function CaseSheet({ one, onResent, onEnded }: SheetProps): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { birthdate, document_kind, document_number, document_valid_until, document_issuer } = one;
  const document = t("cases.documentLine", {
    kind: t(`cases.kind_${document_kind}`),
    number: document_number,
    day: dayOf(document_valid_until),
  });
  const facts = [
    [t("cases.name"), `${one.first_name} ${one.last_name}`],
    ...(one.organisation === null ? [] : [[t("cases.organisation"), one.organisation] as const]),
    [t("cases.birthdate"), dayOf(birthdate)],
    [
      t("cases.nationality"),
      new Intl.DisplayNames(language, { type: "region" }).of(one.nationality) ?? one.nationality,
    ],
    [t("cases.email"), one.email],
    [t("cases.phone"), spacedPhone(one.phone)],
    [t("cases.document"), document],
    [t("cases.document_issuer"), document_issuer],
    [t("cases.checkedBy"), one.identified_by],
  ] as const;
  return (
    <section className="sheet" aria-label={t("cases.person")}>
      <div className="part">
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {(one.state === "open" || one.state === "expired") && (
        <LinkActs one={one} onResent={onResent} onEnded={onEnded} />
      )}
      <div className="part grid gap-3">
        <h2 className="h-card">{t("cases.lost")}</h2>
        <p className="small muted">{t("cases.lostLead")}</p>
        <Link
          className="btn btn-sm btn-side justify-self-start"
          to="/operator/$"
          params={{ _splat: restOfCaseAgain(one.case_id) }}
        >
          {t("cases.lostGo")}
        </Link>
      </div>
    </section>
  );
}

function LinkActs({ one, onResent, onEnded }: SheetProps): JSX.Element {
  const t = useText();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const params = { id: one.case_id };
  const wait =
    one.resend_after_s > 0 ? t("cases.resendIn", { n: Math.max(1, Math.ceil(one.resend_after_s / 60)) }) : null;
  async function resend(): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await callDesk("resendCaseLink", { params, body: {} });
    setBusy(false);
    if (answer.ok) onResent(answer.data);
    else setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <div className="part grid gap-3">
      <div className="row wrap gap-3">
        <MainButton
          look="side"
          className="btn-sm"
          busy={busy}
          reason={wait}
          reasonId="resend-why"
          onPress={() => void resend()}
        >
          <Icon name="mail" size={18} />
          {t("cases.resend")}
        </MainButton>
        <button className="btn btn-sm btn-refuse" type="button" onClick={() => setAsks(true)}>
          {t("cases.end")}
        </button>
      </div>
      {wait !== null && (
        <p className="why" id="resend-why">
          {wait}
        </p>
      )}
      {fault !== null && <Fault id="resend-fault">{fault}</Fault>}
      {asks && (
        <AskDialog
          title={t("cases.endTitle", { name: `${one.first_name} ${one.last_name}` })}
          lead={t("cases.endLead")}
          act={t("cases.end")}
          danger
          send={() => callDesk("endCase", { params })}
          onDone={(next) => {
            setAsks(false);
            onEnded(next);
          }}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  );
}
