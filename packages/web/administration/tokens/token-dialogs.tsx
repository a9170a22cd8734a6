import type { TokenView, TokenWithKey } from "@siegel/contract/calls/tokens.ts";
import type { JSX } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { AskDialog } from "../../frame/ask-dialog.tsx";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { RenameDialog } from "./rename-dialog.tsx";

/** What is asked about tokens that are there. `onDisabled`: the list's choice is done with. */
export type TokenDialog =
  | { readonly kind: "rename" | "renew" | "disable"; readonly of: TokenView }
  | { readonly kind: "disableAll"; readonly of: readonly TokenView[]; readonly onDisabled: () => void };

type Props = {
  readonly open: TokenDialog;
  readonly onChanged: () => void;
  readonly onKey: (token: TokenWithKey) => void;
  readonly onClose: () => void;
};

/** Asks before a token is renamed, gets a new key or ends. */
export function TokenDialogs({ open, onChanged, onKey, onClose }: Props): JSX.Element {
  const t = useText();
  const done = () => {
    onChanged();
    onClose();
  };
  if (open.kind === "rename") return <RenameDialog of={open.of} onDone={done} onCancel={onClose} />;
  if (open.kind === "disableAll") return <DisableAll open={open} onDone={done} onClose={onClose} />;
  const { token_id: id, name } = open.of;
  if (open.kind === "renew")
    return (
      <AskDialog
        title={t("tokens.renewTitle", { name })}
        lead={t("tokens.renewLead")}
        act={t("tokens.renewAct")}
        send={() => callAccount("updateTokenApiKey", { params: { id } }, { quiet: true })}
        onDone={onKey}
        onCancel={onClose}
      />
    );
  return (
    <AskDialog
      title={t("tokens.disableTitle", { name })}
      lead={t("tokens.disableLead")}
      act={t("tokens.disable")}
      danger
      send={() => callAccount("disableToken", { params: { id } }, { quiet: true })}
      onDone={() => {
        notify("success", translateNow("tokens.disabled", { name }));
        done();
      }}
      onCancel={onClose}
    />
  );
}

/** A long list names only the first of them. */
const named_max = 5;

function DisableAll({
  open,
  onDone,
  onClose,
}: {
  readonly open: TokenDialog & { readonly kind: "disableAll" };
  readonly onDone: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const t = useText();
  const more = open.of.length - named_max;
  return (
    <AskDialog
      title={t("tokens.disableAllTitle", { n: open.of.length })}
      lead={t("tokens.disableAllLead")}
      act={t("tokens.disable")}
      danger
      send={() =>
        callAccount("disableTokens", { body: { ids: open.of.map((token) => token.token_id) } }, { quiet: true })
      }
      onDone={(lines) => {
        const left = lines.filter(({ code }) => code !== null).length;
        const n = lines.length - left;
        notify("success", translateNow(left === 0 ? "tokens.disabledAll" : "tokens.disabledSome", { n, m: left }));
        open.onDisabled();
        onDone();
      }}
      onCancel={onClose}
    >
      <ul className="names">
        {open.of.slice(0, named_max).map((token) => (
          <li key={token.token_id}>{token.name}</li>
        ))}
        {more > 0 && <li className="muted">{t("tokens.andMore", { n: more })}</li>}
      </ul>
    </AskDialog>
  );
}
