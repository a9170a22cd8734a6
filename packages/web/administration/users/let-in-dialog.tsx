import type { PersonView } from "@siegel/contract/calls/people.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { AskDialog } from "../../frame/ask-dialog.tsx";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { nameOf } from "./person-name.ts";
import { type GivenRole, RoleChoice } from "./role-choice.tsx";
import { tellLines } from "./tell-lines.ts";

type Props = { readonly of: PersonView; readonly onDone: () => void; readonly onCancel: () => void };

/** Asks which role somebody gets who asked to join, and lets them in. */
export function LetInDialog({ of: person, onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const [role, setRole] = useState<GivenRole>("user");
  const name = nameOf(person);
  return (
    <AskDialog
      title={t("users.letInTitle", { name })}
      lead={t("users.letInLead")}
      act={t("users.letIn")}
      send={() =>
        callAccount(
          "approveJoining",
          { body: { ids: [person.user_id], approved: true, account_role: role } },
          { quiet: true },
        )
      }
      onDone={(lines) => {
        if (lines.some(({ code }) => code !== null)) tellLines(lines);
        else notify("success", translateNow("users.letInDone", { name, role: translateNow(`users.${role}`) }));
        onDone();
      }}
      onCancel={onCancel}
    >
      <p className="mono">{person.email}</p>
      <RoleChoice value={role} onChange={setRole} />
    </AskDialog>
  );
}
