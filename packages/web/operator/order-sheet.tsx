import type { CertificateView } from "@siegel/contract/calls/operator-certificates.ts";
import { type JSX, useState } from "react";
import type { Answer } from "../api/answer.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon } from "../ui/icons.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { useDay } from "./use-day.ts";
import { useReason } from "./use-reason.ts";

type Order = NonNullable<CertificateView["order"]>;

/** What was proposed, and on what it rests. */
export function OrderFacts({ order }: { readonly order: Pick<Order, "reason" | "evidence"> }): JSX.Element {
  const t = useText();
  const sentence = useReason();
  return (
    <section className="sheet" aria-label={t("certs.request")}>
      <div className="part">
        <h2 className="h-card">{t("certs.request")}</h2>
      </div>
      <div className="part">
        <dl className="facts">
          <div>
            <dt>{t("certs.reason")}</dt>
            <dd>{sentence(order.reason)}</dd>
          </div>
          <div>
            <dt>{t("certs.evidence")}</dt>
            <dd className="said">{order.evidence}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

type Props<Data> = {
  readonly order: Order;
  readonly confirm: () => Promise<Answer<Data>>;
  readonly withdraw: () => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void;
};

/** Four eyes: who has proposed it, and whom it waits for. */
export function OrderSheet<Data>({ order, confirm, withdraw, onDone }: Props<Data>): JSX.Element {
  const t = useText();
  const day = useDay();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function act(send: () => Promise<Answer<Data>>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFault(null);
    const answer = await send();
    setBusy(false);
    if (answer.ok) onDone(answer.data);
    else setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <section className="sheet" aria-label={t("operator.fourEyes")}>
      <div className="part grid gap-4">
        <h2 className="h-card">{t("operator.fourEyes")}</h2>
        <div className="eyes">
          <div>
            <span className="state ok">
              <Icon name="done" />
              {t("certs.requested")}
            </span>
            <b className="small block">{order.proposed_by}</b>
            <span className="tiny subtle">{day(order.proposed_at, true)}</span>
          </div>
          <div className="vacant">
            <span className={order.is_own ? "state" : "state you"}>
              <Icon name={order.is_own ? "clock" : "here"} />
              {t(order.is_own ? "certs.open" : "certs.asked")}
            </span>
            <b className="small block">{t("certs.secondPerson")}</b>
            <span className="tiny subtle">{t(order.is_own ? "certs.notYou" : "certs.readIt")}</span>
          </div>
        </div>
        {fault !== null && <Fault id="order-fault">{fault}</Fault>}
        {!order.is_own && (
          <>
            <p className="small muted">{t("certs.confirmLead")}</p>
            <MainButton className="btn-wide" busy={busy} onPress={() => void act(confirm)}>
              {t("certs.confirm")}
            </MainButton>
          </>
        )}
        <button className="btn btn-sm btn-quiet justify-self-start" type="button" onClick={() => void act(withdraw)}>
          {t("certs.withdraw")}
        </button>
      </div>
    </section>
  );
}
