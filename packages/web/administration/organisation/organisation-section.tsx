import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { SectionFault } from "../section-fault.tsx";
import { useWhoIsThere } from "../who-is-there.ts";
import { Addresses } from "./addresses.tsx";
import { CompanyForm } from "./company-form.tsx";
import { JoinKey } from "./join-key.tsx";
import { PasswordLogin } from "./password-login.tsx";

/** The organisation's data and addresses. */
export function OrganisationSection(): JSX.Element {
  const t = useText();
  const { user } = useWhoIsThere();
  const id = user.organization_id;
  const organisation = useQuery({
    queryKey: ["organisation", id],
    queryFn: () => accountOrThrow("getOrganization", { params: { id } }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <div className="page-h">
        <h1>{t("section.organisation")}</h1>
        <p className="muted">{t("organisation.lead")}</p>
      </div>
      {organisation.isPending && <Loading />}
      {organisation.isError && <SectionFault fault={organisation.error} onAgain={() => void organisation.refetch()} />}
      {organisation.data !== undefined && (
        <div className="grid gap-5">
          <CompanyForm read={organisation.data} />
          <Addresses addresses={organisation.data.addresses} onChanged={() => void organisation.refetch()} />
          <JoinKey />
          <PasswordLogin />
        </div>
      )}
    </>
  );
}
