import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { MainButton } from "../ui/main-button.tsx";
import type { Owner } from "./use-owner.ts";

/** A proven mailbox without certificates. */
export function NoneStep({ owner }: { readonly owner: Owner }): JSX.Element {
  const t = useText();
  return (
    <div className="narrow">
      <div className="sheet part owner-none">
        <span className="bigring">
          <Icon name="open" size={56} weight={1.1} />
        </span>
        <h1 tabIndex={-1}>{t("owner.none")}</h1>
        <p className="muted">{t("owner.noneLead", { email: owner.email })}</p>
        <MainButton look="side" onPress={() => owner.begin()}>
          {t("owner.otherEmail")}
        </MainButton>
      </div>
    </div>
  );
}
