import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { CardCalls } from "./card-calls.ts";

const look_again_ms = 4_000;

/** Where an app was opened beside this page (`isOpen`): leads on once it is done, for it may come back in another tab, or in another browser. */
export function useLeadOn({ own: question, told }: CardCalls, isOpen: boolean): void {
  const navigate = useNavigate();
  const own = useQuery({ ...question, staleTime: 0, retry: false, enabled: isOpen, refetchInterval: look_again_ms });
  // What was known before the app was opened is of an earlier one.
  const isOver = isOpen && own.isFetchedAfterMount && own.data != null && own.data.state !== "pending";
  useEffect(() => {
    if (isOver) void navigate({ href: told, replace: true });
  }, [isOver, told, navigate]);
}
