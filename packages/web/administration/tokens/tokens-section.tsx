import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { useWhoIsThere } from "../account.ts";
import { SectionFault } from "../section-fault.tsx";
import { UsageCards } from "./usage-cards.tsx";

/** The licence in figures. */
export function TokensSection(): JSX.Element {
  const t = useText();
  const { head } = useWhoIsThere();
  const licenseId = head?.license_id ?? "";
  const licence = useQuery({
    queryKey: ["licence", licenseId],
    queryFn: () => accountOrThrow("getLicense", { params: { id: licenseId } }, { quiet: true }),
  });
  return (
    <>
      <h1>{t("section.tokens")}</h1>
      {licence.isPending && <Loading />}
      {licence.isError && <SectionFault fault={licence.error} onAgain={() => void licence.refetch()} />}
      {licence.data !== undefined && <UsageCards usage={licence.data.usage} />}
    </>
  );
}
