import {
  type PersonFacts,
  whyNotChangeRole,
  whyNotDeletePerson,
  whyNotRemoveFactor,
  whyNotSetActive,
} from "@siegel/contract/account-acts.ts";
import type { PersonView } from "@siegel/contract/calls/people.ts";
import { isAdministrator } from "@siegel/contract/permissions.ts";
import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import type { RowAct } from "../open-row-menu.tsx";
import { RowMenu } from "../row-menu.tsx";
import { useDay } from "../use-moment.ts";
import { useWhoIsThere } from "../who-is-there.ts";
import { enable, resend } from "./people-acts.ts";
import type { PeopleDialog } from "./people-dialogs.tsx";
import { initialsOf, nameOf } from "./person-name.ts";

/** The chosen people, by id. */
export type Chosen = ReadonlyMap<string, PersonView>;
type Props = {
  readonly people: readonly PersonView[];
  /** How many active administrators there are. */
  readonly administrators: number;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onAct: (open: PeopleDialog) => void;
  readonly onChanged: () => void;
};

/** The people that have been fetched, by first name. Nobody chooses themselves: they cannot do anything with themselves here. */
export function PeopleTable(props: Props): JSX.Element {
  const { people, chosen, onChoose } = props;
  const t = useText();
  const { user } = useWhoIsThere();
  const choosable = people.filter(({ user_id }) => user_id !== user.user_id);
  const isAll = choosable.length > 0 && choosable.every(({ user_id }) => chosen.has(user_id));
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-scroll" tabIndex={0} aria-label={t("users.table")}>
      <table className="table dense slim-phone">
        <caption className="vh">{t("section.users")}</caption>
        <thead>
          <tr>
            <th scope="col" className="pick">
              <label className="check">
                <input
                  type="checkbox"
                  checked={isAll}
                  disabled={choosable.length === 0}
                  onChange={() => onChoose(new Map(isAll ? [] : choosable.map((person) => [person.user_id, person])))}
                />
                <span className="vh">{t("users.chooseAll")}</span>
              </label>
            </th>
            <th scope="col" aria-sort="ascending">
              {t("users.name")}
            </th>
            <th scope="col" className="wide-only">
              {t("users.role")}
            </th>
            <th scope="col" className="wide-only">
              {t("users.factor")}
            </th>
            <th scope="col" className="wide-only">
              {t("users.lastLogin")}
            </th>
            <th scope="col" className="wide-only">
              {t("users.state")}
            </th>
            <th scope="col">
              <span className="vh">{t("users.acts")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row key={person.user_id} {...props} person={person} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ person, administrators, chosen, onChoose, onAct, onChanged }: Props & { readonly person: PersonView }) {
  const t = useText();
  const { user } = useWhoIsThere();
  const day = useDay();
  const name = nameOf(person);
  const isSelf = person.user_id === user.user_id;
  const isChosen = chosen.has(person.user_id);
  const choose = () => {
    const next = new Map(chosen);
    if (!next.delete(person.user_id)) next.set(person.user_id, person);
    onChoose(next);
  };
  const role = t(isAdministrator(person.account_role) ? "users.admin" : "users.user");
  return (
    <tr className={person.state === "disabled" ? "gone" : isChosen ? "on" : undefined}>
      <td className="pick">
        <label className="check">
          <input type="checkbox" checked={isChosen} disabled={isSelf} onChange={choose} />
          <span className="vh">{t("users.choose", { name })}</span>
        </label>
      </td>
      <th scope="row">
        <span className="cellrow">
          <span className="avatar sm" aria-hidden="true">
            {initialsOf(person)}
          </span>
          <span>
            {name} {isSelf && <span className="tag">{t("users.you")}</span>}
            {name !== person.email && <span className="tiny">{person.email}</span>}
            <span className="phone-only">
              <span className="tiny">{role}</span>
              <State person={person} day={day} />
            </span>
          </span>
        </span>
      </th>
      <td className="wide-only">{role}</td>
      <td className="wide-only">{t(`users.factor_${person.second_factor}`)}</td>
      <td className="wide-only num">{person.last_login_at === null ? t("users.never") : day(person.last_login_at)}</td>
      <td className="wide-only">
        <State person={person} day={day} />
      </td>
      <td className="end acts">
        <Acts person={person} administrators={administrators} isSelf={isSelf} onAct={onAct} onChanged={onChanged} />
      </td>
    </tr>
  );
}

type ActsProps = Pick<Props, "administrators" | "onAct" | "onChanged"> & {
  readonly person: PersonView;
  readonly isSelf: boolean;
};

function Acts({ person, administrators, isSelf, onAct, onChanged }: ActsProps): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const { state, account_role: role } = person;
  const isLastAdministrator = state === "active" && isAdministrator(role) && administrators <= 1;
  const facts: PersonFacts = { state, role, isSelf, isLastAdministrator };
  const said = (code: string | null) => (code === null ? null : sentenceOfCode(code, t));
  const open = (kind: "role" | "disable" | "delete" | "refuse") => () => onAct({ kind, of: [person] });
  const then = (done: Promise<void>) => void done.then(onChanged);
  const roleAct: RowAct = {
    icon: late.sort,
    text: t("users.changeRole"),
    reason: said(whyNotChangeRole(facts, "user")),
    onPress: open("role"),
  };
  const deletion: RowAct = {
    icon: late.bin,
    text: t(state === "invited" ? "users.takeBack" : "users.delete"),
    reason: said(whyNotDeletePerson(facts)),
    danger: true,
    onPress: open("delete"),
  };
  const access: RowAct =
    state === "disabled"
      ? { icon: "play", text: t("users.enable"), reason: null, onPress: () => then(enable([person])) }
      : {
          icon: "barred",
          text: t("users.disable"),
          reason: said(whyNotSetActive(facts, false)),
          onPress: open("disable"),
        };
  const own: RowAct = {
    icon: "pen",
    text: t("users.ownData"),
    reason: null,
    onPress: () => void navigate({ href: paths.admin("account") }),
  };
  const factor: RowAct = {
    icon: late.shield,
    text: t("users.removeFactor"),
    reason: said(whyNotRemoveFactor({ isSelf, hasFactor: person.second_factor !== "none" })),
    onPress: () => onAct({ kind: "factor", of: person }),
  };
  const again: RowAct = { icon: "again", text: t("users.resend"), reason: null, onPress: () => then(resend(person)) };
  const decision: RowAct[] = [
    { icon: "tick", text: t("users.letIn"), reason: null, onPress: () => onAct({ kind: "letIn", of: person }) },
    { icon: "close", text: t("users.refuse"), reason: null, danger: true, onPress: open("refuse") },
  ];
  const acts: readonly RowAct[] =
    state === "waiting"
      ? decision
      : state === "invited"
        ? [again, roleAct, deletion]
        : isSelf
          ? [own, roleAct, access, deletion]
          : [roleAct, factor, access, deletion];
  return <RowMenu label={t("users.actsFor", { name: nameOf(person) })} acts={acts} />;
}

const looks = {
  active: { className: "state ok", icon: "done" },
  invited: { className: "state", icon: "clock" },
  waiting: { className: "state you", icon: late.rings },
  disabled: { className: "state", icon: "barred" },
} as const satisfies Readonly<Record<PersonView["state"], { readonly className: string; readonly icon: IconName }>>;

function State({
  person: { state, invited_until },
  day,
}: {
  readonly person: PersonView;
  readonly day: (at: string) => string;
}): JSX.Element {
  const t = useText();
  const { className, icon } = looks[state];
  return (
    <span className={className}>
      <Icon name={icon} />
      <span>
        {t(`users.${state}`)}
        {state === "invited" && (
          <span className="tiny block">
            {invited_until === null ? t("users.invitationOver") : t("users.invitedUntil", { day: day(invited_until) })}
          </span>
        )}
      </span>
    </span>
  );
}
