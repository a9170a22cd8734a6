import { useQuery } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { accountOrThrow, callAccount } from "../../api/account-client.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { goToProvider } from "../oidc-trip.ts";

/** Logs in at the login provider; nothing where the service has none. `back`: the page to go on with. */
export function OidcButton({ back }: { readonly back: string }): JSX.Element | null {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const ways = useQuery({
    queryKey: ["login-ways"],
    queryFn: () => accountOrThrow("loginWays", {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const label = ways.data?.oidc?.label;
  if (label === undefined) return null;

  async function start(): Promise<void> {
    setBusy(true);
    setCode(null);
    const started = await callAccount("startOidcLogin", { body: {} }, { quiet: true });
    // Whoever comes back with the back button finds the page as it is left here.
    setBusy(false);
    if (started.ok) goToProvider(started.data.url, { purpose: "login", back });
    else setCode(started.code);
  }

  return (
    <div className="grid gap-2.5">
      <MainButton look="side" className="btn-wide" busy={busy} onPress={() => void start()}>
        <Icon name={late.shield} size={18} />
        {t("oidc.button", { label })}
      </MainButton>
      {code !== null && <Fault id="oidc-fault">{sentenceOfCode(code, t)}</Fault>}
    </div>
  );
}
