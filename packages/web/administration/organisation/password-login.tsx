import { whyNotTurnPasswordsOff } from "@siegel/contract/account-acts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useId, useState } from "react";
import { accountOrThrow, callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { sentenceOfCode, translateNow, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { AskPassword } from "../ask-password.tsx";
import { SectionFault } from "../section-fault.tsx";

const key = ["password-login"];

/** Whether people of the organisation log in with passwords; nothing where the service has no login provider. */
export function PasswordLogin(): JSX.Element | null {
  const t = useText();
  const id = useId();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const query = useQuery({
    queryKey: key,
    queryFn: () => accountOrThrow("getPasswordLogin", {}, { quiet: true }),
    gcTime: 0,
  });
  if (query.isError) return <SectionFault fault={query.error} onAgain={() => void query.refetch()} />;
  const known = query.data;
  if (known === undefined || known.oidc === null) return null;
  const { label } = known.oidc;
  const { allowed } = known;
  const code = allowed ? whyNotTurnPasswordsOff({ hasWorked: known.has_worked }) : null;
  return (
    <section className="sheet setting" aria-labelledby={id}>
      <div>
        <h2 className="h-card" id={id}>
          {t("passwords.title")}
        </h2>
        <p>{t("passwords.lead", { label })}</p>
      </div>
      <div>
        <ul className="lines">
          <li>
            <Icon name="lock" />
            <span className="grow">
              <b>{t(allowed ? "passwords.on" : "passwords.off")}</b>
              <span className="tiny muted">
                {t("passwords.count", { n: known.at_provider, m: known.people, label })}
              </span>
            </span>
            <MainButton
              look="side"
              className="btn-sm"
              reason={code === null ? null : sentenceOfCode(code, t)}
              reasonId={`${id}w`}
              onPress={() => setAsks(true)}
            >
              {t(allowed ? "passwords.turnOff" : "passwords.turnOn")}
            </MainButton>
          </li>
        </ul>
        {code !== null && (
          <p className="why mt-3" id={`${id}w`}>
            {sentenceOfCode(code, t)} <Link to={paths.admin("account")}>{t("oidc.toAccount")}</Link>
          </p>
        )}
      </div>
      {asks && (
        <AskPassword
          title={t(allowed ? "passwords.offTitle" : "passwords.onTitle")}
          lead={t(allowed ? "passwords.offLead" : "passwords.onLead", { label })}
          act={t(allowed ? "passwords.turnOff" : "passwords.turnOn")}
          danger={allowed}
          send={(password) =>
            callAccount("setPasswordLogin", { body: { allowed: !allowed, password } }, { quiet: true })
          }
          onDone={(next) => {
            client.setQueryData(key, next);
            notify("success", translateNow(next.allowed ? "passwords.nowOn" : "passwords.nowOff"));
            setAsks(false);
          }}
          onCancel={() => setAsks(false)}
        />
      )}
    </section>
  );
}
