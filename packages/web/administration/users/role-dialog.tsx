import type { PersonView } from "@siegel/contract/calls/people.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { isAdministrator } from "@siegel/contract/permissions.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { sentenceOfCode, translateNow, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { nameOf } from "./person-name.ts";
import { type GivenRole, RoleChoice } from "./role-choice.tsx";
import { tellLines } from "./tell-lines.ts";

type Props = { readonly of: readonly PersonView[]; readonly onDone: () => void; readonly onCancel: () => void };

/** Changes the role of one person or several. Changed by another meanwhile: says so, and the next press overwrites it. */
export function RoleDialog({ of: people, onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const [first] = people;
  const [role, setRole] = useState<GivenRole>(
    first !== undefined && isAdministrator(first.account_role) ? "admin" : "user",
  );
  const [version, setVersion] = useState(first?.version);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const single = people.length === 1 ? first : undefined;

  async function change(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFault(null);
    const refused = single === undefined ? await changeAll() : await changeOne(single);
    setBusy(false);
    if (refused === null) onDone();
    else setFault(refused);
  }

  async function changeAll(): Promise<string | null> {
    const body = { ids: people.map(({ user_id }) => user_id), account_role: role };
    const answer = await callAccount("updateAccountAdministratorRoles", { body }, { quiet: true });
    if (!answer.ok) return sentenceOfCode(answer.code, t);
    tellLines(answer.data);
    return null;
  }

  async function changeOne(person: PersonView): Promise<string | null> {
    const administrator = {
      user_id: person.user_id,
      account_role: role,
      ...(version === undefined ? {} : { version }),
    };
    const answer = await callAccount("updateAccountAdministratorRole", { body: { administrator } }, { quiet: true });
    if (answer.ok) {
      const told = translateNow(role === "admin" ? "users.admin" : "users.user");
      notify("success", translateNow("users.roleDone", { name: nameOf(person), role: told }));
      return null;
    }
    const now = answer.code === "CHANGED_MEANWHILE" ? recordNow<PersonView>(answer.messages) : null;
    if (now === null) return sentenceOfCode(answer.code, t);
    setVersion(now.version);
    return t("users.roleNow", { role: t(isAdministrator(now.account_role) ? "users.admin" : "users.user") });
  }

  return (
    <Dialog
      title={
        single === undefined
          ? t("users.roleTitleMany", { n: people.length })
          : t("users.roleTitle", { name: nameOf(single) })
      }
      lead={t("users.roleLead")}
      onCancel={onCancel}
      wide
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <RoleChoice value={role} onChange={setRole} />
        {fault !== null && <Fault id="role-fault">{fault}</Fault>}
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t("users.changeRole")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
