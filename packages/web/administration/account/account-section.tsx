import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { JSX } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { SectionFault } from "../section-fault.tsx";
import { askWhoIsThere } from "../who-is-there.ts";
import { FactorSetting } from "./factor-setting.tsx";
import { OidcSetting } from "./oidc-setting.tsx";
import { PasswordSetting } from "./password-setting.tsx";
import { PersonalForm } from "./personal-form.tsx";
import { SessionsSetting } from "./sessions-setting.tsx";

const key = ["own-account"];

/** The own data, the own login, the own devices. */
export function AccountSection(): JSX.Element {
  const t = useText();
  const client = useQueryClient();
  const account = useQuery({
    queryKey: key,
    queryFn: () => accountOrThrow("getOwnAccount", {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const changed = () => {
    void account.refetch();
    // Name and language stand in the head of this page.
    void askWhoIsThere();
  };
  const own = account.data;
  return (
    <>
      <div className="page-h">
        <h1>{t("section.account")}</h1>
        <p className="muted">{t("account.lead")}</p>
      </div>
      {account.isPending && <Loading />}
      {account.isError && <SectionFault fault={account.error} onAgain={() => void account.refetch()} />}
      {own !== undefined && (
        <div className="grid gap-5">
          <PersonalForm
            read={own}
            onSaved={(next) => {
              client.setQueryData(key, next);
              void askWhoIsThere();
            }}
          />
          <section className="sheet" aria-label={t("account.login")}>
            <PasswordSetting changedAt={own.password_changed_at} onChanged={changed} />
            <FactorSetting account={own} onChanged={changed} />
            {own.oidc !== null && <OidcSetting of={own.oidc} onChanged={changed} />}
            <SessionsSetting sessions={own.sessions} onChanged={changed} />
          </section>
        </div>
      )}
    </>
  );
}
