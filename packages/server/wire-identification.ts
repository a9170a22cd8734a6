/** Who identifies people by ID card and by video, as the configuration names them. */
import { readFileSync } from "node:fs";
import { eid_return_path } from "@siegel/contract/identification.ts";
import { oidcEid } from "./adapters/eid/oidc-eid.ts";
import { parseVideoMapping, type VideoMapping, VideoMappingFault } from "./adapters/video/mapping.ts";
import { videoIdent } from "./adapters/video/video-ident.ts";
import { parseNetworks } from "./adapters/webhooks/public-address.ts";
import type { Config } from "./config.ts";
import { ConfigurationFault } from "./configuration-fault.ts";
import type { ServerDeps } from "./deps.ts";
import type { Clock, MonotonicClock } from "./ports/clock.ts";
import type { EidProvider } from "./ports/eid.ts";
import type { Random } from "./ports/random.ts";
import type { VideoIdentProvider } from "./ports/video-ident.ts";
import { eidServerFrom } from "./wire-eid.ts";

type World = { readonly clock: Clock; readonly random: Random; readonly monotonic: MonotonicClock };

/** The two providers; null: that way is not offered. @throws ConfigurationFault where what they need is not there */
export function wireIdentification(config: Config, world: World) {
  return { eid: eidFrom(config, world), videoIdent: videoIdentFrom(config, world) } satisfies Partial<ServerDeps>;
}

function eidFrom({ identification: { eid, eidClientUrl }, publicUrl }: Config, world: World): EidProvider | null {
  if (eid === null) return null;
  if (eid.kind === "soap") return eidServerFrom(eid, eidClientUrl, world);
  const redirectUri = `${publicUrl}${eid_return_path}`;
  return oidcEid({ ...eid, ...world, networks: parseNetworks(eid.networks), redirectUri });
}

function videoIdentFrom({ identification: { video } }: Config, { clock }: World): VideoIdentProvider | null {
  if (video === null) return null;
  const { mappingFile, ...settings } = video;
  return videoIdent({ ...settings, clock, ...(mappingFile === null ? {} : { mapping: mappingOf(mappingFile) }) });
}

function mappingOf(file: string): VideoMapping {
  try {
    return parseVideoMapping(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof VideoMappingFault ? cause.message : "cannot be read";
    throw new ConfigurationFault(`SIEGEL_VIDEO_MAPPING_FILE: ${file}: ${why}`, { cause });
  }
}
