import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { SectionFault } from "../section-fault.tsx";
import { LookForm } from "./look-form.tsx";

/** Logos and colour of the organisation's pages and mails. */
export function LookSection(): JSX.Element {
  const t = useText();
  const look = useQuery({
    queryKey: ["look"],
    queryFn: () => accountOrThrow("getOwnInterface", {}, { quiet: true }),
    // What somebody types stays: a record that comes anew must not take its place.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <div className="page-h">
        <h1>{t("section.look")}</h1>
        <p className="muted">{t("look.lead")}</p>
      </div>
      {look.isPending && <Loading />}
      {look.isError && <SectionFault fault={look.error} onAgain={() => void look.refetch()} />}
      {look.data !== undefined && <LookForm read={look.data} />}
    </>
  );
}
