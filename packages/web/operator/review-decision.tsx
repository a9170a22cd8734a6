import type { ReviewView } from "@siegel/contract/calls/operator-reviews.ts";
import { review_reason_chars_max } from "@siegel/contract/limits.ts";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { callDesk } from "../api/operator-client.ts";
import { AskDialog } from "../frame/ask-dialog.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { Note } from "../ui/note.tsx";
import { restOf } from "./places.ts";
import { useDay } from "./use-day.ts";

type Props = {
  readonly one: ReviewView;
  /** Another operator decided while this page was open. */
  readonly isLate: boolean;
  readonly onDecided: (next: ReviewView) => void;
  readonly onLate: () => void;
};
type DecideProps = Pick<Props, "one" | "onDecided" | "onLate">;

/** The decision: to make, or made, by whom and why. */
export function ReviewDecision({ one, isLate, onDecided, onLate }: Props): JSX.Element {
  const t = useText();
  const [rejects, setRejects] = useState(false);
  return (
    <section className="sheet" aria-label={t("reviews.decision")}>
      <div className="part grid gap-4">
        <h2 className="h-card">{t("reviews.decision")}</h2>
        {one.state !== "open" && <Decided one={one} isLate={isLate} />}
        {one.state === "open" && !rejects && (
          <Approve one={one} onDecided={onDecided} onLate={onLate} onReject={() => setRejects(true)} />
        )}
        {one.state === "open" && rejects && (
          <Reject one={one} onDecided={onDecided} onLate={onLate} onBack={() => setRejects(false)} />
        )}
      </div>
    </section>
  );
}

function Decided({ one, isLate }: Pick<Props, "one" | "isLate">): JSX.Element | null {
  const t = useText();
  const day = useDay();
  const { state, decided_at, decided_by, is_decided_by_you } = one;
  if (state === "open" || decided_at === null) return null;
  const at = day(decided_at, true);
  return (
    <>
      <div role="status">
        {isLate && !is_decided_by_you ? (
          <Note kind="warn" icon="warning">
            <b>{t("reviews.faster", { name: decided_by ?? "" })}</b> {t(`reviews.faster_${state}`, { at })}
          </Note>
        ) : (
          <Note kind={state === "approved" ? "ok" : "plain"} icon={state === "approved" ? "done" : "barred"}>
            <b>{t(`reviews.done_${state}`, { at })}</b>{" "}
            {one.purpose === "sign"
              ? t(`reviews.doneLead_${state}`, { serial: one.certificate_serial ?? "" })
              : t(`reviews.doneLeadOwn_${state}`)}
          </Note>
        )}
      </div>
      {one.reason !== null && (
        <div className="small">
          <b>{t("reviews.reason")}</b>
          <p className="muted said">{one.reason}</p>
        </div>
      )}
      <Link className="btn btn-sm btn-main justify-self-start" to="/operator/$" params={{ _splat: restOf("reviews") }}>
        {t("reviews.next")}
      </Link>
    </>
  );
}

/** What the operator says by approving. */
const sureOf = {
  sign: "reviews.sure",
  revoke: "reviews.sureRevoke",
  change_phone: "reviews.sureOwn",
  change_password: "reviews.sureOwn",
} as const;

function Approve({ one, onDecided, onLate, onReject }: DecideProps & { readonly onReject: () => void }): JSX.Element {
  const t = useText();
  const [isSure, setIsSure] = useState(false);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const why = isSure && reason.trim() !== "" ? null : t("reviews.approveWhy");
  async function approve(): Promise<void> {
    setBusy(true);
    setFault(null);
    const body = { same_person: true, reason } as const;
    const answer = await callDesk("approveReview", { params: { id: one.review_id }, body });
    setBusy(false);
    if (answer.ok) onDecided(answer.data);
    else if (answer.code === "CASE_OVER") onLate();
    else setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <>
      {one.purpose !== "sign" && <p className="small muted">{t("reviews.ownLead")}</p>}
      {one.seals && <p className="small muted">{t("reviews.seals", { organisation: one.organisation })}</p>}
      <label className="check">
        <input type="checkbox" checked={isSure} onChange={(event) => setIsSure(event.target.checked)} />
        <span>{t(sureOf[one.purpose], { name: `${one.first_name} ${one.last_name}` })}</span>
      </label>
      <Reason label={t("reviews.reason")} hint={t("reviews.reasonHint")} rows={2} value={reason} onChange={setReason} />
      {fault !== null && <Fault id="review-fault">{fault}</Fault>}
      <div className="grid gap-2">
        <MainButton busy={busy} reason={why} reasonId="review-why" onPress={() => void approve()}>
          {t(one.purpose === "sign" ? "reviews.approve" : "reviews.approveOwn")}
        </MainButton>
        {why !== null && (
          <p className="why" id="review-why">
            {why}
          </p>
        )}
        <button className="btn btn-refuse" type="button" onClick={() => !busy && onReject()}>
          {t("reviews.reject")}
        </button>
      </div>
    </>
  );
}

function Reject({ one, onDecided, onLate, onBack }: DecideProps & { readonly onBack: () => void }): JSX.Element {
  const t = useText();
  const [reason, setReason] = useState("");
  const [asks, setAsks] = useState(false);
  const why = reason.trim() === "" ? t("reviews.rejectWhy") : null;
  const isSigner = one.purpose === "sign";
  return (
    <>
      <Reason
        label={t("reviews.rejectReason")}
        hint={t("reviews.rejectHint")}
        rows={5}
        value={reason}
        onChange={setReason}
      />
      <p className="small muted">{t(isSigner ? "reviews.rejectLead" : "reviews.rejectLeadOwn")}</p>
      <div className="grid gap-2">
        <MainButton look="side" reason={why} reasonId="reject-why" onPress={() => setAsks(true)}>
          {t(isSigner ? "reviews.rejectGo" : "reviews.rejectGoOwn")}
        </MainButton>
        {why !== null && (
          <p className="why" id="reject-why">
            {why}
          </p>
        )}
        <button className="btn btn-quiet" type="button" onClick={onBack}>
          {t("reviews.rejectBack")}
        </button>
      </div>
      {asks && (
        <AskDialog
          title={t("reviews.rejectTitle", { name: `${one.first_name} ${one.last_name}` })}
          lead={t(isSigner ? "reviews.rejectSure" : "reviews.rejectSureOwn")}
          act={t(isSigner ? "reviews.rejectAct" : "reviews.rejectActOwn")}
          danger
          send={async () => {
            const answer = await callDesk("rejectReview", { params: { id: one.review_id }, body: { reason } });
            if (!answer.ok && answer.code === "CASE_OVER") onLate();
            return answer;
          }}
          onDone={onDecided}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}

type ReasonProps = {
  readonly label: string;
  readonly hint: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (typed: string) => void;
};

function Reason({ label, hint, rows, value, onChange }: ReasonProps): JSX.Element {
  return (
    <div className="field">
      <label htmlFor="review-reason">{label}</label>
      <span className="hint" id="review-reason-hint">
        {hint}
      </span>
      <textarea
        className="input"
        id="review-reason"
        rows={rows}
        maxLength={review_reason_chars_max}
        value={value}
        aria-describedby="review-reason-hint"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
