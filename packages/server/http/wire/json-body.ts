/**
 * How a JSON body is read: UTF-8 and nothing else, its documents piece by piece, and what stands beside them never so many values or
 * such long ones that reading them would hold everybody else up.
 */
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  json_members_max,
  json_names_max,
  json_string_bytes_max,
  json_values_max,
  signer_body_bytes_max,
} from "@siegel/contract/limits.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { type SplitJson, splitJson, type UnsplitJson } from "./split-json.ts";

/** A body that is refused before it is parsed; answered as 400 with this sentence. */
class UnreadableBody extends Error {
  override readonly name = "UnreadableBody";
  readonly statusCode = 400;
}

// Several parts that wait in a socket are read in one turn of the loop, and each step over megabytes takes a turn of its own.
const octets_a_turn = 128 * 1024;

/** Replaces the frame's parser of `application/json`; what passes is parsed by the frame's, which knows poisoned prototypes. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", async (request: FastifyRequest, payload: Readable) => {
    const split = await splitBody(request, payload);
    const pause = split.rest.length > octets_a_turn ? nextTurn : async () => undefined;
    const parsed = await new Promise((resolve, reject) => {
      parse(request, split.rest.toString("utf8"), (failed, value) =>
        failed === null ? resolve(value) : reject(failed),
      );
    });
    await pause();
    if (hasWiderObject(parsed, json_members_max))
      throw new UnreadableBody(`An object of the body has more than ${json_members_max} members.`);
    putContents(parsed, split.contents);
    // Its schema is the next to look at it.
    await pause();
    return parsed;
  });
}

/** Everything is read before anything is refused for what it says: an answer to who still sends may not arrive. */
async function splitBody(request: FastifyRequest, payload: Readable): Promise<SplitJson> {
  const { bodyLimit } = request.routeOptions;
  const announced = Number(request.headers["content-length"]);
  if (announced > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const splitter = splitJson({
    restOctetsMax: signer_body_bytes_max,
    stringOctetsMax: json_string_bytes_max,
    namesMax: json_names_max,
  });
  let [received, pausedAt] = [0, 0];
  // Not destroyed: an answer is still to be sent on its connection.
  for await (const part of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += part.length;
    if (received > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    splitter.add(part);
    if (received - pausedAt < octets_a_turn) continue;
    pausedAt = received;
    await nextTurn();
  }
  if (!Number.isNaN(announced) && received !== announced) throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH();
  return sound(splitter.end(), received);
}

function sound(split: SplitJson | UnsplitJson, received: number): SplitJson {
  if (split === "TOO_LONG")
    throw new UnreadableBody(`The body has more than ${signer_body_bytes_max} octets beside its documents.`);
  if (split === "TOO_MANY_NAMES")
    throw new UnreadableBody(`The body has more than ${json_names_max} names of members.`);
  if (split === "NOT_BASE64") throw new UnreadableBody("content: not base64");
  // In a signer's body a claim that nobody reads may be long; all of it is read before anybody notices.
  if (split.overlong !== null && received > signer_body_bytes_max) {
    const place = storableLine(split.overlong, 100) || "The body";
    throw new UnreadableBody(`${place}: a string of more than ${json_string_bytes_max} octets`);
  }
  // RFC 8259 §8.1. Read as UTF-8, a name in another encoding would lose its umlauts and be signed like that.
  if (!isUtf8(split.rest)) throw new UnreadableBody("The body is not UTF-8.");
  if (hasMoreValues(split.rest, json_values_max))
    throw new UnreadableBody(`The body has more than ${json_values_max} values.`);
  return split;
}

// Every value of a JSON text but the first follows one of these (RFC 8259 §2). Inside strings they count too.
const beforeValues = [0x2c, 0x5b, 0x7b] as const;

/** Whether a JSON text may have more values than that; a look at the octets, since parsing is what shall not happen. */
export function hasMoreValues(octets: Uint8Array, max: number): boolean {
  let left = max;
  for (const octet of beforeValues) {
    for (let at = octets.indexOf(octet); at >= 0; at = octets.indexOf(octet, at + 1)) if (--left < 0) return true;
  }
  return false;
}

/** Whether an object anywhere in a parsed value has more members than that; schemas would look at each, and name them all. */
export function hasWiderObject(parsed: unknown, max: number): boolean {
  const left: unknown[] = [parsed];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const inside = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value) && inside.length > max) return true;
    for (const one of inside) if (typeof one === "object" && one !== null) left.push(one);
  }
  return false;
}

/** Puts the texts that were taken out back into the members that have their numbers. */
function putContents(parsed: unknown, contents: readonly string[]): void {
  const left: unknown[] = contents.length === 0 ? [] : [parsed];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if ("content" in value && typeof value.content === "string") value.content = contents[Number(value.content)];
    for (const one of Object.values(value)) if (typeof one === "object" && one !== null) left.push(one);
  }
}
