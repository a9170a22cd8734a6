import type { WebhookDelivery } from "@siegel/contract/calls/webhooks.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { type JSX, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Icon } from "../../ui/icons.tsx";
import { useAnswerText } from "./use-answer-text.ts";

type Props = {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onAgain: (id: string) => Promise<void>;
};

/** The deliveries that have been fetched. On a phone each is a card with its event, its state and the way to send it again. */
export function DeliveryTable({ deliveries, onAgain }: Props): JSX.Element {
  const t = useText();
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-scroll" tabIndex={0} aria-label={t("deliveries.table")}>
      <table className="table dense deliveries">
        <caption className="vh">{t("deliveries.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("deliveries.event")}</th>
            <th scope="col">{t("deliveries.state")}</th>
            <th scope="col">{t("deliveries.time")}</th>
            <th scope="col">{t("deliveries.answer")}</th>
            <th scope="col">
              <span className="vh">{t("tokens.acts")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((one) => (
            <Row key={one.delivery_id} of={one} onAgain={onAgain} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ of, onAgain }: { readonly of: WebhookDelivery; readonly onAgain: Props["onAgain"] }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const name = of.workflow_name ?? t("deliveries.test");
  async function again(): Promise<void> {
    if (busy) return;
    setBusy(true);
    await onAgain(of.delivery_id);
    setBusy(false);
  }
  return (
    <tr>
      <th scope="row">
        <span className="mono block">{of.type}</span>
        <span className="tiny muted block">{name}</span>
      </th>
      <td className="at-state">
        <State of={of} />
      </td>
      <td className="at-time num">{momentText(new Date(of.created_at), { language })}</td>
      <td className="at-answer">
        <AnswerOf of={of} />
      </td>
      <td className="end acts">
        <button
          className="btn btn-sm btn-quiet"
          type="button"
          aria-label={t("deliveries.againFor", { type: of.type, name })}
          aria-busy={busy || undefined}
          onClick={() => void again()}
        >
          <Icon name="again" size={18} />
          <span className="wide-only">{t("deliveries.again")}</span>
        </button>
      </td>
    </tr>
  );
}

function State({ of }: { readonly of: WebhookDelivery }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  if (of.state === "delivered")
    return (
      <span className="state ok">
        <Icon name="done" />
        {t("deliveries.delivered")}
      </span>
    );
  if (of.state === "failed")
    return (
      <span className="state bad">
        <Icon name="barred" />
        {t("deliveries.failed")}
      </span>
    );
  const at = of.tries === 0 || of.next_try_at === null ? null : momentText(new Date(of.next_try_at), { language });
  return (
    <span className="state">
      <Icon name="open" />
      {at === null ? t("deliveries.underway") : t("deliveries.nextTry", { at })}
    </span>
  );
}

function AnswerOf({ of }: { readonly of: WebhookDelivery }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const said = useAnswerText()(of);
  const ms = of.last_ms ?? 0;
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ms / 1_000);
  const time = ms < 100 ? `${ms} ms` : `${seconds} s`;
  if (said === "") return <>{t("deliveries.notTried")}</>;
  if (of.state === "delivered") return <>{t("deliveries.answeredIn", { answer: said, time })}</>;
  return <>{of.tries <= 1 ? said : t("deliveries.afterTries", { answer: said, n: of.tries })}</>;
}
