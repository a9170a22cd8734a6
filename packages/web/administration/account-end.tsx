import { useNavigate } from "@tanstack/react-router";
import { type JSX, useCallback } from "react";
import { callAccount, leaveAccount } from "../api/account-client.ts";
import { type EndingSession, SessionEnd } from "../frame/session-end.tsx";
import { leaveToLogin } from "./leave.ts";

/** Warns an administrator two minutes before their session ends, and leads to a new login where it is over. */
export function AccountEnd(): JSX.Element {
  const navigate = useNavigate();
  const session = useCallback(
    (): EndingSession => ({
      extend: async () => (await callAccount("extendAdminSession", { body: {} })).ok,
      end: leaveAccount,
      signOut: () => leaveToLogin(navigate),
      logInAgain: leaveAccount,
      endingLead: "session.endingLeadAfter",
      closingLead: "session.closingLeadAfter",
    }),
    [navigate],
  );
  return <SessionEnd of={session} />;
}
