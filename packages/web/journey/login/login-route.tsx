import { useNavigate, useParams } from "@tanstack/react-router";
import { type JSX, useCallback } from "react";
import { LoginPage } from "./login-page.tsx";

/** The login page when it is reached from inside the journey. */
export function LoginRoute(): JSX.Element {
  const { workflow_id, signer_id } = useParams({ from: "/login/$workflow_id/$signer_id" });
  const navigate = useNavigate();
  const onward = useCallback((path: string) => void navigate({ href: path }), [navigate]);
  return (
    <LoginPage at={{ workflow_id, signer_id }} onward={onward} encrypted={window.location.protocol === "https:"} />
  );
}
