import type { LicenceView } from "@siegel/contract/calls/accounts.ts";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { type AdminSection, paths } from "../paths.ts";
import { Icon } from "../ui/icons.tsx";
import { useWhoIsThere } from "./who-is-there.ts";

type Step = {
  readonly name: "logo" | "colleague" | "key" | "send";
  readonly at: AdminSection;
  readonly isDone: boolean;
};

/** What to do first in a new organisation; gone when all of it is done, or when the person wants to see it no more. */
export function FirstSteps({ licence }: { readonly licence: LicenceView }): JSX.Element | null {
  const t = useText();
  const { user } = useWhoIsThere();
  const key = `first-steps ${user.organization_id}`;
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(key) !== null);
  const { ses, aes, qes } = licence.usage;
  const sent = [ses, aes, qes].some(({ used, reserved }) => used + reserved > 0);
  const steps: readonly Step[] = [
    { name: "logo", at: "look", isDone: user.whitelabeling_pack.logo !== null },
    { name: "colleague", at: "users", isDone: licence.users > 1 },
    { name: "key", at: "tokens", isDone: licence.tokens > 0 },
    { name: "send", at: "api", isDone: sent },
  ];
  if (isHidden || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className="sheet part first-steps" aria-labelledby="first-steps">
      <div className="row between">
        <h2 className="h-card" id="first-steps">
          {t("first.title")}
        </h2>
        <button
          className="btn btn-sm btn-quiet"
          type="button"
          onClick={() => {
            localStorage.setItem(key, "hidden");
            setIsHidden(true);
          }}
        >
          {t("first.hide")}
        </button>
      </div>
      <ul className="lines">
        {steps.map(({ name, at, isDone }) => (
          <li key={name}>
            <span className={isDone ? "state ok" : "state"}>
              <Icon name={isDone ? "done" : "open"} />
            </span>
            <span className="grow">
              <b>{t(`first.${name}`)}</b>
              <span className="tiny muted">{t(isDone ? "first.done" : `first.${name}Lead`)}</span>
            </span>
            {!isDone && at !== "tokens" && (
              <Link className="btn btn-sm btn-side" to={paths.admin(at)}>
                {t("first.go")}
                <span className="vh">{t(`first.${name}`)}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
