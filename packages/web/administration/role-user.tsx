import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { Frame } from "../frame/frame.tsx";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icons.tsx";
import { AccountEnd } from "./account-end.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useWhoIsThere } from "./who-is-there.ts";

/** For somebody with the role `user`: what they may do, and whom to ask for more (decisions.md §11). */
export function RoleUser(): JSX.Element {
  const t = useText();
  const { user, ask } = useWhoIsThere();
  const name = `${user.first_name} ${user.last_name}`;
  const organisation = user.whitelabeling_pack.name;
  return (
    <Frame
      pack={user.whitelabeling_pack}
      title={t("roleUser.title", { name })}
      mastEnd={<AccountMenu />}
      sessionEnd={<AccountEnd />}
    >
      <h1>{t("roleUser.title", { name })}</h1>
      <p className="lead">{t("roleUser.lead", { organisation })}</p>
      <ul className="sheet part lines mt-6">
        <li>
          <Icon name="done" />
          <span className="grow">
            <b>{t("roleUser.sign")}</b>
            <span className="tiny">{t("roleUser.signHow")}</span>
          </span>
        </li>
        <li>
          <Icon name="done" />
          <span className="grow">
            <b>{t("roleUser.own")}</b>
            <span className="tiny">{t("roleUser.ownHow")}</span>
          </span>
          <Link className="btn btn-sm btn-side" to={paths.admin("account")}>
            {t("roleUser.ownOpen")}
          </Link>
        </li>
        <li>
          <Icon name="barred" />
          <span className="grow">
            <b>{t("roleUser.more")}</b>
            <span className="tiny">{t("roleUser.moreWho")}</span>
          </span>
        </li>
      </ul>
      <ul className="sheet part lines mt-4">
        {ask.map(({ name: who, email }) => (
          <li key={email}>
            <span className="grow">
              <b>{who}</b>
              <span className="tiny">{email}</span>
            </span>
            <a className="btn btn-sm btn-side" href={`mailto:${email}`} aria-label={t("frame.writeTo", { name: who })}>
              <Icon name="mail" size={18} />
              {t("frame.write")}
            </a>
          </li>
        ))}
      </ul>
    </Frame>
  );
}
