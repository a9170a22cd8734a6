/** The use of a class of signatures in figures (admin-side.md §9; decisions.md §11: what is reserved is taken). */
import type { ClassUsage } from "@siegel/contract/calls/accounts.ts";
import type { LicenceState } from "../../rooms/accounts/accounts.ts";

/** Free and ratio of what a licence allows. */
export function usageView({ limit, used, promised }: LicenceState["usage"]["ses"]): ClassUsage {
  return {
    limit,
    used,
    reserved: promised,
    free: Math.max(0, limit - used - promised),
    ratio: limit === 0 ? 0 : (used / limit) * 100,
  };
}
