/** Who identifies people by ID card and by video, as the configuration names them. */
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import type { Clock } from "./ports/clock.ts";
import type { EidProvider } from "./ports/eid.ts";
import type { Random } from "./ports/random.ts";
import { eidServerFrom } from "./wire-eid.ts";

type World = { readonly clock: Clock; readonly random: Random };

/** The two providers; null: that way is not offered. @throws ConfigurationFault where what they need is not there */
export function wireIdentification(config: Config, world: World) {
  return { eid: eidFrom(config, world), videoIdent: null } satisfies Partial<ServerDeps>;
}

function eidFrom({ identification: { eid } }: Config, world: World): EidProvider | null {
  return eid?.kind === "soap" ? eidServerFrom(eid, world) : null;
}
