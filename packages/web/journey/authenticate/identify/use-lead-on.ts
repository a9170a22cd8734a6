import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { identificationQuery } from "../../../api/identification-calls.ts";
import { useHeader } from "../../../frame/use-header.ts";
import { paths } from "../../../paths.ts";

const look_again_ms = 4_000;

/** Where an app was opened beside this page (`isOpen`): leads on once it is done, for it may come back in another tab, or in another browser. */
export function useLeadOn(isOpen: boolean): void {
  const header = useHeader();
  const navigate = useNavigate();
  const own = useQuery({ ...identificationQuery(header), enabled: isOpen, refetchInterval: look_again_ms });
  // What was known before the app was opened is of an earlier one.
  const isOver = isOpen && own.isFetchedAfterMount && own.data != null && own.data.state !== "pending";
  const href = paths.identified(header);
  useEffect(() => {
    if (isOver) void navigate({ href, replace: true });
  }, [isOver, href, navigate]);
}
