import type { OperatorView } from "@siegel/contract/calls/operator-session.ts";
import { Link } from "@tanstack/react-router";
import { type JSX, type ReactNode, useCallback, useState } from "react";
import { callDesk, leaveDesk } from "../api/operator-client.ts";
import { Frame } from "../frame/frame.tsx";
import { type EndingSession, SessionEnd } from "../frame/session-end.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { type DeskSection, deskSections, restOf } from "./places.ts";
import { useOpenReviews } from "./use-open-reviews.ts";

type Props = { readonly operator: OperatorView; readonly at: DeskSection; readonly children: ReactNode };

async function logOut(): Promise<void> {
  await callDesk("logoutOperator", {});
  leaveDesk();
}

/** Around every page of the desk: who is there, the way out, the bar of sections. */
export function DeskFrame({ operator, at, children }: Props): JSX.Element {
  const t = useText();
  const open = useOpenReviews() ?? 0;
  const session = useCallback(
    (): EndingSession => ({
      extend: async () => (await callDesk("extendOperatorSession", { body: {} })).ok,
      end: leaveDesk,
      signOut: logOut,
      logInAgain: leaveDesk,
      endingLead: "session.endingLeadAfter",
      closingLead: "session.closingLeadAfter",
    }),
    [],
  );
  return (
    <Frame
      pack={null}
      title={t(`operator.section_${at}`)}
      layout="admin"
      mastEnd={<Who operator={operator} />}
      sessionEnd={<SessionEnd of={session} />}
    >
      <nav className="sections desk-sections" aria-label={t("admin.sections")}>
        <div className="seg">
          {deskSections.map((section) => (
            <Link
              key={section}
              to="/operator/$"
              params={{ _splat: restOf(section) }}
              activeOptions={{ exact: true }}
              aria-current={section === at ? "page" : undefined}
            >
              {t(`operator.section_${section}`)}
              {section === "reviews" && open > 0 && (
                <span className="to-do">
                  {open}
                  <span className="vh"> {t("reviews.open")}</span>
                </span>
              )}
            </Link>
          ))}
        </div>
      </nav>
      {children}
    </Frame>
  );
}

function Who({ operator: { first_name, last_name } }: { readonly operator: OperatorView }): JSX.Element {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const name = `${first_name} ${last_name}`;
  const initials = [first_name, last_name].map((part) => [...part][0] ?? "").join("");
  return (
    <span className="account">
      <span className="tag">{t("operator.title")}</span>
      <span className="avatar sm" role="img" aria-label={t("admin.loggedIn", { name })} title={name}>
        {initials}
      </span>
      <button
        className="log-out"
        type="button"
        aria-busy={busy || undefined}
        onClick={() => {
          if (busy) return;
          setBusy(true);
          void logOut();
        }}
      >
        {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="leave" />}
        <span>{t("session.leave")}</span>
      </button>
    </span>
  );
}
