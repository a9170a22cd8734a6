import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { leaveToLogin } from "./leave.ts";
import { useWhoIsThere } from "./who-is-there.ts";

/** Who is logged in, and the way out. */
export function AccountMenu(): JSX.Element {
  const t = useText();
  const { user } = useWhoIsThere();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <span className="account">
      <span className="avatar sm" role="img" aria-label={t("admin.loggedIn", { name })} title={name}>
        {initialsOf(user.first_name, user.last_name)}
      </span>
      <button
        className="log-out"
        type="button"
        aria-busy={busy || undefined}
        onClick={() => {
          if (busy) return;
          setBusy(true);
          void leaveToLogin(navigate);
        }}
      >
        {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="leave" />}
        <span>{t("session.leave")}</span>
      </button>
    </span>
  );
}

const initialsOf = (...names: readonly string[]): string => names.map((name) => [...name][0] ?? "").join("");
