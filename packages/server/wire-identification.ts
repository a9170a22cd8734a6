/** Who identifies people by ID card and by video, as the configuration names them. */
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";

/** The two providers; null: that way is not offered. */
export function wireIdentification(_config: Config) {
  return { eid: null, videoIdent: null } satisfies Partial<ServerDeps>;
}
