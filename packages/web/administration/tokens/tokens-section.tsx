import type { TokenWithKey } from "@siegel/contract/calls/tokens.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { accountOrThrow } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { FirstSteps } from "../first-steps.tsx";
import { SectionFault } from "../section-fault.tsx";
import { useWhoIsThere } from "../who-is-there.ts";
import { AddDialog } from "./add-dialog.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { type TokenDialog, TokenDialogs } from "./token-dialogs.tsx";
import { TokenList } from "./token-list.tsx";
import { TrialNote } from "./trial-note.tsx";
import { UsageCards } from "./usage-cards.tsx";

/** What is open over the section. */
type Open =
  | TokenDialog
  | { readonly kind: "add" }
  | { readonly kind: "key"; readonly of: TokenWithKey; renewed: boolean };

/** The licence in figures, and the tokens with which programs send. */
export function TokensSection(): JSX.Element {
  const t = useText();
  const { head } = useWhoIsThere();
  const client = useQueryClient();
  const licenseId = head?.license_id ?? "";
  const [open, setOpen] = useState<Open | null>(null);
  const licence = useQuery({
    queryKey: ["licence", licenseId],
    queryFn: () => accountOrThrow("getLicense", { params: { id: licenseId } }, { quiet: true }),
  });
  const changed = () => {
    void client.invalidateQueries({ queryKey: ["tokens"] });
    void licence.refetch();
  };
  const close = () => setOpen(null);
  const showKey = (renewed: boolean) => (of: TokenWithKey) => {
    changed();
    setOpen({ kind: "key", of, renewed });
  };
  return (
    <>
      <h1>{t("section.tokens")}</h1>
      {licence.isPending && <Loading />}
      {licence.isError && <SectionFault fault={licence.error} onAgain={() => void licence.refetch()} />}
      {licence.data !== undefined && (
        <>
          <TrialNote licence={licence.data} />
          <FirstSteps licence={licence.data} />
          <UsageCards usage={licence.data.usage} />
          <TokenList fees={licence.data.fees} onAdd={() => setOpen({ kind: "add" })} onAct={setOpen} />
        </>
      )}
      {open?.kind === "add" && (
        <AddDialog
          licenseId={licenseId}
          licenceEnds={licence.data?.expires_at ?? null}
          onMade={showKey(false)}
          onCancel={close}
        />
      )}
      {open?.kind === "key" && <KeyDialog of={open.of} renewed={open.renewed} onClose={close} />}
      {open !== null && open.kind !== "add" && open.kind !== "key" && (
        <TokenDialogs open={open} onChanged={changed} onKey={showKey(true)} onClose={close} />
      )}
    </>
  );
}
