/** How a JSON body is read: UTF-8 and nothing else, and never so many values that parsing them would hold everybody else up. */
import { isUtf8 } from "node:buffer";
import { json_body_bytes_max, json_values_max, signer_json_names_max } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** A body that is refused before it is parsed; answered as 400 with `said`. */
export class UnreadableBody extends Error {
  override readonly name = "UnreadableBody";
  readonly statusCode = 400;
  readonly said: Said;
  constructor(said: Said) {
    super(said.en);
    this.said = said;
  }
}

/** Looks at `application/json` before the frame's parser does, which knows the route's limit and poisoned prototypes. */
export function readJsonBodies(app: FastifyInstance): void {
  // Fastify's own second type: no call takes a text, and as one it would be told that it is no object.
  app.removeContentTypeParser("text/plain");
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    // RFC 8259 §8.1. Read as UTF-8, a name in another encoding would lose its umlauts and be signed like that.
    if (!isUtf8(body)) done(new UnreadableBody(notUtf8));
    else if (hasMoreValues(body, json_values_max))
      done(new UnreadableBody(moreThan(json_values_max, { en: "values", de: "Werte" })));
    else if (request.routeOptions.bodyLimit !== json_body_bytes_max && hasMoreNames(body, signer_json_names_max))
      done(new UnreadableBody(moreThan(signer_json_names_max, { en: "names", de: "Namen" })));
    else {
      const text = body.toString("utf8");
      parse(request, text, (fault, value) => {
        if (fault !== null && isJson(text)) done(new UnreadableBody(poisoned));
        // Further on it could not be told from a body that is missing.
        else if (value === null && takesBody(request)) done(new UnreadableBody(noObject));
        else done(fault, value);
      });
    }
  });
}

const takesBody = ({ routeOptions }: FastifyRequest): boolean => routeOptions.schema?.body !== undefined;

/** Whether a text that was refused is JSON all the same. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ""));
    return true;
  } catch {
    return false;
  }
}

const notUtf8: Said = {
  en: "The body is not UTF-8. Encode it in UTF-8 and send it again.",
  de: "Der Inhalt ist kein UTF-8. Kodieren Sie ihn in UTF-8 und senden Sie ihn noch einmal.",
};
const poisoned: Said = {
  en: "The body has a member with the name __proto__, or constructor with prototype inside. Leave it out.",
  de: "Der Inhalt hat ein Feld mit dem Namen __proto__, oder constructor mit prototype darin. Lassen Sie es weg.",
};
const noObject: Said = {
  en: "The body is null. Send an object, as /api/docs describes it.",
  de: "Der Inhalt ist null. Senden Sie ein Objekt, wie /api/docs es beschreibt.",
};

const moreThan = (max: number, what: Said): Said => ({
  en: `The body has more than ${max} ${what.en}. Send less at once.`,
  de: `Der Inhalt hat mehr als ${max} ${what.de}. Senden Sie weniger auf einmal.`,
});

// Every value of a JSON text but the first follows one of these (RFC 8259 §2). Inside strings they count too.
const beforeValues = [0x2c, 0x5b, 0x7b] as const;

/** Whether a JSON text may have more values than that; a look at the bytes, since parsing is what shall not happen. */
export function hasMoreValues(bytes: Uint8Array, max: number): boolean {
  let left = max;
  for (const byte of beforeValues) {
    for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) if (--left < 0) return true;
  }
  return false;
}

const [colon, quote] = [0x3a, 0x22];
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Whether a JSON text may have more member names than `max`: each colon behind a quotation mark may end one. */
export function hasMoreNames(bytes: Uint8Array, max: number): boolean {
  let left = max;
  for (let at = bytes.indexOf(colon); at >= 0; at = bytes.indexOf(colon, at + 1)) {
    let before = at - 1;
    while (isBlank(bytes[before])) before -= 1;
    if (bytes[before] === quote && --left < 0) return true;
  }
  return false;
}
