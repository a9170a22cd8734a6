import { useNavigate, useParams } from "@tanstack/react-router";
import { type JSX, useCallback } from "react";
import { QuickPage } from "./quick-page.tsx";

/** Quick login when it is reached from inside the journey. */
export function QuickRoute(): JSX.Element {
  const { workflow_id, signer_id } = useParams({ from: "/quickn8/$workflow_id/$signer_id" });
  const navigate = useNavigate();
  const onward = useCallback((path: string) => void navigate({ href: path }), [navigate]);
  return <QuickPage at={{ workflow_id, signer_id }} onward={onward} />;
}
