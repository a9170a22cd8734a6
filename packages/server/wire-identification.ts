/** Who identifies people by ID card and by video, as the configuration names them. */
import { readFileSync } from "node:fs";
import { parseVideoMapping, type VideoMapping, VideoMappingFault } from "./adapters/video/mapping.ts";
import { videoIdent } from "./adapters/video/video-ident.ts";
import type { Config } from "./config.ts";
import { ConfigurationFault } from "./configuration-fault.ts";
import type { ServerDeps } from "./deps.ts";
import type { VideoIdentProvider } from "./ports/video-ident.ts";

/** The two providers; null: that way is not offered. @throws ConfigurationFault where a file that is named cannot be used */
export function wireIdentification({ identification }: Pick<Config, "identification">) {
  return { eid: null, videoIdent: videoIdentFrom(identification) } satisfies Partial<ServerDeps>;
}

function videoIdentFrom({ video }: Config["identification"]): VideoIdentProvider | null {
  if (video === null) return null;
  const { mappingFile, ...settings } = video;
  return videoIdent(mappingFile === null ? settings : { ...settings, mapping: mappingOf(mappingFile) });
}

function mappingOf(file: string): VideoMapping {
  try {
    return parseVideoMapping(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof VideoMappingFault ? cause.message : "cannot be read";
    throw new ConfigurationFault(`SIEGEL_VIDEO_MAPPING_FILE: ${file}: ${why}`, { cause });
  }
}
