import { whyNotChangeToken } from "@siegel/contract/account-acts.ts";
import type { LicenceView } from "@siegel/contract/calls/accounts.ts";
import type { TokenView, tokenSorts } from "@siegel/contract/calls/tokens.ts";
import type { JSX, ReactNode } from "react";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { RowMenu } from "../row-menu.tsx";
import { useDay } from "../use-moment.ts";
import { feeOf, hasFees } from "./fees.ts";
import type { TokenDialog } from "./token-dialogs.tsx";

type Sort = (typeof tokenSorts)[number];
type Chosen = ReadonlyMap<string, TokenView>;
type Props = {
  readonly tokens: readonly TokenView[];
  readonly fees: LicenceView["fees"];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onAct: (open: TokenDialog) => void;
};

const classes = ["ses", "aes", "qes"] as const;

/** The tokens that have been fetched. Only active ones can be chosen: nothing can be done with the others. */
export function TokenTable(props: Props): JSX.Element {
  const { tokens, fees, sort, onSort, chosen, onChoose } = props;
  const t = useText();
  const choosable = tokens.filter((token) => whyNotChangeToken(token) === null);
  const isAll = choosable.length > 0 && choosable.every((token) => chosen.has(token.token_id));
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-scroll" tabIndex={0} aria-label={t("tokens.table")}>
      <table className="table dense cards-on-phone">
        <caption className="vh">{t("section.tokens")}</caption>
        <thead>
          <tr>
            <th scope="col" className="pick">
              <label className="check">
                <input
                  type="checkbox"
                  checked={isAll}
                  disabled={choosable.length === 0}
                  onChange={() => onChoose(new Map(isAll ? [] : choosable.map((token) => [token.token_id, token])))}
                />
                <span className="vh">{t("tokens.chooseAll")}</span>
              </label>
            </th>
            <SortedBy by="name" sort={sort} onSort={onSort}>
              {t("tokens.name")}
            </SortedBy>
            <th scope="col">{t("tokens.apiKey")}</th>
            <SortedBy by="created" sort={sort} onSort={onSort}>
              {t("tokens.created")}
            </SortedBy>
            <th scope="col">{t("tokens.expires")}</th>
            {classes.map((name) => (
              <th key={name} scope="col" className="end">
                <abbr title={t(`tokens.${name}`)}>{name.toUpperCase()}</abbr>
              </th>
            ))}
            {hasFees(fees) && (
              <th scope="col" className="end">
                {t("tokens.fee")}
              </th>
            )}
            <th scope="col">{t("tokens.state")}</th>
            <th scope="col">
              <span className="vh">{t("tokens.acts")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <Row key={token.token_id} {...props} token={token} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SortedBy({
  by,
  sort,
  onSort,
  children,
}: {
  readonly by: "name" | "created";
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly children: ReactNode;
}): JSX.Element {
  const isUp = sort === by;
  const isDown = sort === `-${by}`;
  const next: Sort = isUp ? `-${by}` : by;
  return (
    <th scope="col" aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"}>
      <button type="button" onClick={() => onSort(next)}>
        {children}
        <Icon name={isUp ? "down" : isDown ? "up" : late.sort} size={14} />
      </button>
    </th>
  );
}

function Row({ token, fees, chosen, onChoose, onAct }: Props & { readonly token: TokenView }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { token_id: id, name } = token;
  const isChosen = chosen.has(id);
  const code = whyNotChangeToken(token);
  const reason = code === null ? null : sentenceOfCode(code, t);
  const number = new Intl.NumberFormat(language);
  const day = useDay();
  const strike = reason === null ? undefined : "strike";
  function choose(): void {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, token);
    onChoose(next);
  }
  return (
    <tr className={reason === null ? (isChosen ? "on" : undefined) : "gone"}>
      <td className="pick">
        <label className="check">
          <input type="checkbox" checked={isChosen} disabled={reason !== null} onChange={choose} />
          <span className="vh">{t("tokens.choose", { name })}</span>
        </label>
      </td>
      <th scope="row">
        <span className={strike}>{name}</span>
      </th>
      <td className="key">
        <span className={`mono nowrap ${strike ?? ""}`}>{token.apiKey}</span>
        {reason === null && (
          <button
            className="btn-icon"
            type="button"
            aria-label={t("tokens.newKeyFor", { name })}
            title={t("tokens.newKey")}
            onClick={() => onAct({ kind: "renew", of: token })}
          >
            <Icon name={late.key} size={18} />
          </button>
        )}
      </td>
      <td>
        <On label={t("tokens.created")} />
        <span className={strike}>{day(token.created_at)}</span>
      </td>
      <td>
        <On label={t("tokens.expires")} />
        <span className={strike}>{token.expires_at === null ? t("tokens.never") : day(token.expires_at)}</span>
      </td>
      {classes.map((one) => (
        <td key={one} className={`end num ${one}`}>
          <On label={one.toUpperCase()} />
          {number.format(token[`${one}_signature_count`])}
        </td>
      ))}
      {hasFees(fees) && (
        <td className="end num">
          <On label={t("tokens.fee")} />
          {feeOf(token, fees, language)}
        </td>
      )}
      <td>
        <State token={token} day={day} />
      </td>
      <td className="end acts">
        <RowMenu
          label={t("tokens.actsFor", { name })}
          acts={[
            { icon: "pen", text: t("tokens.rename"), reason, onPress: () => onAct({ kind: "rename", of: token }) },
            { icon: late.key, text: t("tokens.newKey"), reason, onPress: () => onAct({ kind: "renew", of: token }) },
            {
              icon: "close",
              text: t("tokens.disable"),
              reason,
              danger: true,
              onPress: () => onAct({ kind: "disable", of: token }),
            },
          ]}
        />
      </td>
    </tr>
  );
}

/** What stands in the head of the column, where a phone shows none. */
const On = ({ label }: { readonly label: string }): JSX.Element => (
  <span className="on-phone muted" aria-hidden="true">
    {label}
  </span>
);

function State({ token, day }: { readonly token: TokenView; readonly day: (at: string) => string }): JSX.Element {
  const t = useText();
  if (token.terminated_because === null)
    return (
      <span className="state ok">
        <Icon name="done" />
        {t("tokens.active")}
      </span>
    );
  const at = token.terminated_at ?? token.created_at;
  return (
    <span className="state">
      <Icon name="barred" />
      <span>
        {t("tokens.terminated")}
        <span className="tiny block">
          {t(token.terminated_because === "expired" ? "tokens.expiredOn" : "tokens.disabledOn", { day: day(at) })}
        </span>
      </span>
    </span>
  );
}
