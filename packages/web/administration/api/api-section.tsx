import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { CopyButton } from "../copy-button.tsx";
import { SectionFault } from "../section-fault.tsx";
import { useWhoIsThere } from "../who-is-there.ts";
import { CheckSheet } from "./check-sheet.tsx";
import { Deliveries } from "./deliveries.tsx";
import { ExampleCode } from "./example-code.tsx";
import { WebhookSheet } from "./webhook-sheet.tsx";

/** What a program needs to send in the organisation's name: ids, and an example that runs as it stands. */
export function ApiSection(): JSX.Element {
  const t = useText();
  const { user } = useWhoIsThere();
  const id = user.organization_id;
  const [sentAt, setSentAt] = useState(0);
  const told = useQuery({
    queryKey: ["accountInformations", id],
    queryFn: () => accountOrThrow("accountInformations", { params: { id } }, { quiet: true }),
  });
  return (
    <>
      <div className="section-head">
        <div>
          <h1>{t("section.api")}</h1>
          <p className="muted">{t("apiInfo.lead")}</p>
        </div>
        <a className="btn btn-sm btn-side" href={paths.apiDocs}>
          <Icon name="file" size={18} />
          {t("apiInfo.docs")}
        </a>
      </div>
      {told.isPending && <Loading />}
      {told.isError && <SectionFault fault={told.error} onAgain={() => void told.refetch()} />}
      {told.data !== undefined && (
        <section className="sheet tokens mt-5" aria-label={t("apiInfo.sheet")}>
          <section className="setting">
            <div>
              <h2 className="h-card">{t("apiInfo.ids")}</h2>
              <p>
                {t("apiInfo.idsLead")}{" "}
                <Link to="/admin/$section" params={{ section: "tokens" }}>
                  {t("section.tokens")}
                </Link>
              </p>
            </div>
            <dl className="kvs">
              <Id name={t("apiInfo.baseUrl")} value={told.data.ids.base_url} />
              <Id name={t("apiInfo.license")} value={told.data.ids.license_id} />
              <Id name={t("apiInfo.organisation")} value={told.data.ids.organization_id} />
              <Id name={t("apiInfo.interface")} value={told.data.ids.interface_id} />
            </dl>
          </section>
          <section className="setting">
            <div>
              <h2 className="h-card">{t("apiInfo.try")}</h2>
              <p>{t("apiInfo.tryLead")}</p>
            </div>
            <ExampleCode
              of={{
                baseUrl: told.data.ids.base_url,
                first: user.first_name,
                last: user.last_name,
                email: user.email,
                file: t("apiInfo.fileName"),
                name: t("apiInfo.workflowName"),
              }}
            />
          </section>
        </section>
      )}
      <WebhookSheet onSent={() => setSentAt(Date.now())} />
      <Deliveries sentAt={sentAt} onSent={() => setSentAt(Date.now())} />
      <CheckSheet />
    </>
  );
}

function Id({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  const t = useText();
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono">{value}</dd>
      <dd>
        <CopyButton text={value} label={t("apiInfo.copy", { name })} />
      </dd>
    </div>
  );
}
