import type { TokenView } from "@siegel/contract/calls/tokens.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useId, useState } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { SectionFault } from "../section-fault.tsx";
import { WebhookAddress } from "./webhook-address.tsx";
import { WebhookSecretRow } from "./webhook-secret.tsx";

/** So many tokens can be chosen from. */
const tokens_max = 100;

/** Where the events of a token's workflows go, and what signs them. */
export function WebhookSheet({ onSent }: { readonly onSent: () => void }): JSX.Element {
  const t = useText();
  const tokens = useQuery({
    queryKey: ["tokens", "for webhooks"],
    queryFn: () =>
      accountOrThrow("listTokens", { query: { state: "all", sort: "name", limit: tokens_max } }, { quiet: true }),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  // Workflows of a terminated token run on, and so do their events.
  const all = [...(tokens.data?.tokens ?? [])].sort((a, b) => a.state.localeCompare(b.state));
  const id = chosen ?? all[0]?.token_id ?? null;
  return (
    <section className="sheet tokens mt-5" aria-label={t("webhook.title")}>
      <section className="setting">
        <div>
          <h2 className="h-card">{t("webhook.title")}</h2>
          <p>{t("webhook.lead")}</p>
        </div>
        <div className="webhook">
          {tokens.isPending && <Loading />}
          {tokens.isError && <SectionFault fault={tokens.error} onAgain={() => void tokens.refetch()} />}
          {tokens.data !== undefined && id === null && (
            <p>
              {t("webhook.noToken")}{" "}
              <Link to="/admin/$section" params={{ section: "tokens" }}>
                {t("section.tokens")}
              </Link>
            </p>
          )}
          {all.length > 1 && id !== null && <ChosenToken tokens={all} id={id} onChoose={setChosen} />}
          {id !== null && <OfToken key={id} id={id} onSent={onSent} />}
        </div>
      </section>
    </section>
  );
}

function ChosenToken({
  tokens,
  id,
  onChoose,
}: {
  readonly tokens: readonly TokenView[];
  readonly id: string;
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  const t = useText();
  const element = useId();
  return (
    <div className="field">
      <label htmlFor={element}>{t("webhook.token")}</label>
      <span className="hint" id={`${element}h`}>
        {t("webhook.tokenHint")}
      </span>
      <select
        className="input"
        id={element}
        value={id}
        aria-describedby={`${element}h`}
        onChange={(event) => onChoose(event.target.value)}
      >
        {tokens.map(({ token_id, name, state }) => (
          <option key={token_id} value={token_id}>
            {state === "active" ? name : t("webhook.terminated", { name })}
          </option>
        ))}
      </select>
    </div>
  );
}

function OfToken({ id, onSent }: { readonly id: string; readonly onSent: () => void }): JSX.Element {
  const webhook = useQuery({
    queryKey: ["webhook", id],
    queryFn: () => accountOrThrow("getWebhook", { params: { id } }, { quiet: true }),
    // What is typed must not be replaced by what somebody else saved: that is what the version is for.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (webhook.isPending) return <Loading />;
  if (webhook.isError) return <SectionFault fault={webhook.error} onAgain={() => void webhook.refetch()} />;
  return (
    <>
      <WebhookAddress read={webhook.data} onSent={onSent} />
      <WebhookSecretRow of={webhook.data} />
    </>
  );
}
