/** An organisation's look in the wire's words, for signers' pages and administrators' alike. */
import type { WhitelabelingPack } from "@siegel/contract/calls/workflow.ts";
import type { ServerDeps } from "../../deps.ts";
import type { Branding } from "../../rooms/accounts/accounts.ts";

/** Where the organisation has no time zone of its own, the service's. */
export function packOf({ config }: Pick<ServerDeps, "config">, branding: Branding): WhitelabelingPack {
  const { name, logo, logoDark, colour, timeZone } = branding;
  return { name, logo, logo_dark: logoDark, style: colour, time_zone: timeZone ?? config.zone };
}
