import type { PersonView } from "@siegel/contract/calls/people.ts";
import type { JSX } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { AskDialog } from "../../frame/ask-dialog.tsx";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { AskPassword } from "../ask-password.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { LetInDialog } from "./let-in-dialog.tsx";
import { nameOf } from "./person-name.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { tellLines } from "./tell-lines.ts";

/** What is asked about people. `of`: one or several. */
export type PeopleDialog =
  | { readonly kind: "invite" }
  | { readonly kind: "factor"; readonly of: PersonView }
  | { readonly kind: "letIn"; readonly of: PersonView }
  | { readonly kind: "role" | "disable" | "delete" | "refuse"; readonly of: readonly PersonView[] };

type Props = {
  readonly open: PeopleDialog;
  /** Something was done: the list is out of date. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
};

/** Asks before people are invited, changed, switched off, deleted or refused. */
export function PeopleDialogs({ open, onChanged, onClose }: Props): JSX.Element {
  const done = () => {
    onChanged();
    onClose();
  };
  if (open.kind === "invite") return <InviteDialog onDone={done} onCancel={onClose} />;
  if (open.kind === "letIn") return <LetInDialog of={open.of} onDone={done} onCancel={onClose} />;
  if (open.kind === "role") return <RoleDialog of={open.of} onDone={done} onCancel={onClose} />;
  if (open.kind === "factor") return <RemoveFactor of={open.of} onDone={done} onCancel={onClose} />;
  return <Ask kind={open.kind} of={open.of} onDone={done} onClose={onClose} />;
}

function RemoveFactor({
  of: person,
  onDone,
  onCancel,
}: {
  readonly of: PersonView;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const t = useText();
  const name = nameOf(person);
  return (
    <AskPassword
      title={t("users.removeFactorTitle", { name })}
      lead={t("users.removeFactorLead")}
      act={t("users.removeFactor")}
      danger
      send={(password) =>
        callAccount("removeSecondFactor", { params: { id: person.user_id }, body: { password } }, { quiet: true })
      }
      onDone={() => {
        notify("success", translateNow("users.factorRemoved", { name }));
        onDone();
      }}
      onCancel={onCancel}
    />
  );
}

/** A long list names only the first of them. */
const named_max = 5;

function Ask({
  kind,
  of: people,
  onDone,
  onClose,
}: {
  readonly kind: "disable" | "delete" | "refuse";
  readonly of: readonly PersonView[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const t = useText();
  const [first] = people;
  const name = first === undefined ? "" : nameOf(first);
  const isOne = people.length === 1;
  const words = wordsOf(kind === "delete" && isOne && first?.state === "invited" ? "takeBack" : kind);
  const more = people.length - named_max;
  return (
    <AskDialog
      title={isOne ? t(words.title, { name }) : t(words.titleMany, { n: people.length })}
      lead={t(words.lead)}
      act={t(words.act)}
      danger
      send={() => send(kind, people)}
      onDone={(lines) => {
        const isDone = isOne && lines.every(({ code }) => code === null);
        if (isDone) notify("success", translateNow(words.done, { name }));
        else tellLines(lines);
        onDone();
      }}
      onCancel={onClose}
    >
      {!isOne && (
        <ul className="names">
          {people.slice(0, named_max).map((person) => (
            <li key={person.user_id}>{nameOf(person)}</li>
          ))}
          {more > 0 && <li className="muted">{t("tokens.andMore", { n: more })}</li>}
        </ul>
      )}
    </AskDialog>
  );
}

const send = (kind: "disable" | "delete" | "refuse", people: readonly PersonView[]) => {
  const ids = people.map(({ user_id }) => user_id);
  if (kind === "disable")
    return callAccount("setAdministratorActive", { body: { ids, active: false } }, { quiet: true });
  if (kind === "refuse") return callAccount("approveJoining", { body: { ids, approved: false } }, { quiet: true });
  return callAccount("deleteAccountAdministrators", { body: { ids } }, { quiet: true });
};

const wordsOf = (kind: "disable" | "delete" | "refuse" | "takeBack") =>
  (
    ({
      disable: {
        title: "users.disableTitle",
        titleMany: "users.disableTitleMany",
        lead: "users.disableLead",
        act: "users.disable",
        done: "users.disabledDone",
      },
      delete: {
        title: "users.deleteTitle",
        titleMany: "users.deleteTitleMany",
        lead: "users.deleteLead",
        act: "users.delete",
        done: "users.deletedDone",
      },
      refuse: {
        title: "users.refuseTitle",
        titleMany: "users.refuseTitle",
        lead: "users.refuseLead",
        act: "users.refuse",
        done: "users.refusedDone",
      },
      takeBack: {
        title: "users.takeBackTitle",
        titleMany: "users.deleteTitleMany",
        lead: "users.takeBackLead",
        act: "users.takeBack",
        done: "users.deletedDone",
      },
    }) as const
  )[kind];
