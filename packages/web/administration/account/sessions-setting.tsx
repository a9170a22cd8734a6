import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { useMoment } from "../use-moment.ts";
import { browserOf } from "./browser-of.ts";

type Session = OwnAccountView["sessions"][number];
type Props = { readonly sessions: readonly Session[]; readonly onChanged: () => void };

/** Where the person is logged in, and the way to log out there. */
export function SessionsSetting({ sessions, onChanged }: Props): JSX.Element {
  const t = useText();
  const [busy, setBusy] = useState(false);
  async function endOthers(): Promise<void> {
    setBusy(true);
    const answer = await callAccount("endOtherSessions", { body: {} });
    setBusy(false);
    if (answer.ok) notify("success", translateNow("account.othersEnded"));
    onChanged();
  }
  return (
    <section className="setting">
      <div>
        <h2 className="h-card">{t("account.sessions")}</h2>
        <p>{t("account.sessionsLead")}</p>
      </div>
      <div>
        <ul className="lines">
          {sessions.map((session) => (
            <Line key={session.session_id} session={session} onChanged={onChanged} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <button
            className="btn btn-sm btn-side mt-4"
            type="button"
            aria-busy={busy || undefined}
            onClick={() => !busy && void endOthers()}
          >
            {t("account.endOthers")}
          </button>
        )}
      </div>
    </section>
  );
}

function Line({ session, onChanged }: { readonly session: Session; readonly onChanged: () => void }): JSX.Element {
  const t = useText();
  const moment = useMoment();
  const { session_id: id, is_this: isThis, user_agent, network, created_at, last_seen_at } = session;
  const found = browserOf(user_agent);
  const device =
    found === null
      ? t("account.browserUnknown")
      : t("account.browserOn", { browser: found.browser, system: found.system });
  async function end(): Promise<void> {
    const answer = await callAccount("endOwnSession", { params: { id } }, { toldByPage: ["NOT_FOUND"] });
    if (answer.ok || answer.code === "NOT_FOUND") notify("success", translateNow("account.sessionEnded"));
    onChanged();
  }
  return (
    <li>
      <Icon name={found?.isPhone === true ? "phone" : late.screen} />
      <span className="grow">
        <b>
          {device} {isThis && <span className="tag">{t("account.thisDevice")}</span>}
        </b>
        <span className="tiny muted">
          {isThis
            ? t("account.sessionSince", { network, at: moment(created_at) })
            : t("account.sessionSeen", { network, at: moment(last_seen_at) })}
        </span>
      </span>
      {!isThis && (
        <button
          className="btn btn-sm btn-quiet"
          type="button"
          aria-label={t("account.endSessionOf", { device })}
          onClick={() => void end()}
        >
          {t("account.endSession")}
        </button>
      )}
    </li>
  );
}
