/** Headers that we read ourselves: ranges and tags (RFC 9110 §13, §14), and Accept. */
import { asksForJson } from "../../packages/server/http/wire/accepted-form.ts";
import { askedBytes } from "../../packages/server/http/wire/byte-range.ts";
import { mutateJson } from "../mutate/mutate-json.ts";
import { readJson } from "../mutate/read-json.ts";
import { mustHold, type Target } from "../target.ts";

type Headers = {
  readonly range?: string;
  readonly ifRange?: string;
  readonly ifNoneMatch?: string;
  readonly accept?: string;
};

const etag = '"0123abcd"';
const seeds: readonly Headers[] = [
  { range: "bytes=0-99", ifRange: etag, accept: "application/pdf, application/json;q=0.5" },
  { range: "bytes=-5", ifNoneMatch: `W/${etag}, "x"` },
  { range: "bytes=900-", accept: "application/json" },
  { range: "bytes=0-0,5-9", ifNoneMatch: "*" },
];

/** Target `http-headers`: a JSON text of headers, and of the size of the file they are about. */
export const httpHeaders: Target = {
  name: "http-headers",
  seeds: seeds.map((headers) => Buffer.from(JSON.stringify({ ...headers, size: 1_000 }))),
  mutate: mutateJson,
  run: (input) => {
    const headers = readHeaders(input);
    for (const size of [0, 1, 1_000, Number.MAX_SAFE_INTEGER]) {
      const asked = askedBytes(headers, { size, etag });
      if (asked.kind !== "part") continue;
      const { start, end } = asked;
      const isWithin =
        Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start < end && end <= size;
      mustHold(isWithin, `bytes ${start} to ${end} of ${size}`);
    }
    return asksForJson(headers.accept) || headers.range !== undefined;
  },
};

/** Headers hold text only; whatever else stands in the JSON is left out. */
function readHeaders(input: Uint8Array): Headers {
  const value = readJson(input);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === "string"));
}
