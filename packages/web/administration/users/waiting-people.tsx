import type { PersonView } from "@siegel/contract/calls/people.ts";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { useMoment } from "../use-moment.ts";
import { useWhoIsThere } from "../who-is-there.ts";
import type { PeopleDialog } from "./people-dialogs.tsx";
import { initialsOf, nameOf } from "./person-name.ts";

type Props = {
  readonly people: readonly PersonView[];
  readonly onAct: (open: PeopleDialog) => void;
};

/** Those who asked to join, until somebody decides. */
export function WaitingPeople({ people, onAct }: Props): JSX.Element {
  const t = useText();
  return (
    <section className="sheet part waiting" aria-labelledby="waiting-title">
      <h2 className="h-card row" id="waiting-title">
        <span className="state you">
          <Icon name={late.rings} />
        </span>
        {people.length === 1 ? t("users.waitingOne") : t("users.waitingMany", { n: people.length })}
      </h2>
      <ul className="lines">
        {people.map((person) => (
          <Waiting key={person.user_id} person={person} onAct={onAct} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ person, onAct }: Pick<Props, "onAct"> & { readonly person: PersonView }): JSX.Element {
  const t = useText();
  const moment = useMoment();
  const { user } = useWhoIsThere();
  const domain = domainOf(user.email);
  return (
    <li>
      <span className="avatar sm" aria-hidden="true">
        {initialsOf(person)}
      </span>
      <div className="grow">
        <b>{nameOf(person)}</b>
        <span className="tiny">{person.email}</span>
        <span className="tiny">{t("users.askedAt", { at: moment(person.created_at) })}</span>
        {domainOf(person.email) !== domain && (
          <span className="state warn small">
            <Icon name="warning" size={18} />
            {t("users.otherDomain", { domain })}
          </span>
        )}
      </div>
      <div className="row wrap">
        <button className="btn btn-sm btn-side" type="button" onClick={() => onAct({ kind: "letIn", of: person })}>
          {t("users.letIn")}
          <span className="vh">{nameOf(person)}</span>
        </button>
        <button className="btn btn-sm btn-refuse" type="button" onClick={() => onAct({ kind: "refuse", of: [person] })}>
          {t("users.refuse")}
          <span className="vh">{nameOf(person)}</span>
        </button>
      </div>
    </li>
  );
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();
