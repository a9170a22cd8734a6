import { useQuery } from "@tanstack/react-query";
import { deskOrThrow } from "../api/operator-client.ts";

/** How many doubtful identifications wait; undefined: not known yet. `everyMs`: asked anew, where the page does so anyway. */
export function useOpenReviews(everyMs: number | false = false): number | undefined {
  const list = useQuery({
    queryKey: ["desk", "reviews", "open"],
    queryFn: ({ signal }) => deskOrThrow("operatorReviews", { query: { state: "open", limit: 1 } }, signal),
    refetchInterval: everyMs,
  });
  return list.data?.counts.open;
}
