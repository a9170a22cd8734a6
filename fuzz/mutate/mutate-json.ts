/** Mutations of JSON that keep it JSON: types swapped, texts and numbers at their ends, names that mean something to JavaScript. */
import type { Random } from "../random.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { readJson } from "./read-json.ts";

/** A JSON value that may be changed. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
/** Where a value stands in what holds it. */
type Site = { readonly read: () => Json; readonly write: (value: Json) => void; readonly remove: () => void };

/** Texts that readers stumble over; also used where a text is no JSON. */
export const oddTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\n",
  "\ud800",
  "\udc00\ud800",
  "\ufffe\uffff",
  "\u202eabc",
  "\u0085",
  "\ufeff",
  "ä".normalize("NFD"),
  "\u{1f600}".repeat(50),
  "a".repeat(300),
  "9".repeat(400),
  "é".repeat(20_000),
  "__proto__",
  "constructor",
  "toString",
  "null",
  "true",
  "0",
  "-0",
  "1e400",
  "0x10",
  "NaN",
  "../../etc/passwd",
  "%00",
  "a.b..c",
  ".".repeat(3_000),
  "<x>&amp;]]>",
  "'\"`$",
  "2026-02-30T00:00:00Z",
  "9999-12-31T23:59:59+00:00",
  "-000001-01-01T00:00:00Z",
  "2026-11-21T12:00:00.123456789Z",
  "a@b.c",
  "0".repeat(26),
  "o".repeat(26),
  "123456",
  "１２３４５６",
  "+4915112345678",
  "AAAA",
  "AAA=",
  "data:,x",
];
/** Stands in a value for what is put there once it is text. */
const abyss = "@@abyss@@";
const numbers = [0, -0, -1, 1, 0.5, 1e-320, 2 ** 31, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e308, 100, 255, 65_536];

/** One to four changes of a JSON text; what cannot be read as JSON is changed byte by byte. */
export function mutateJson(random: Random, input: Uint8Array, other: Uint8Array): Uint8Array {
  if (random.oneIn(8)) return mutateBytes(random, input, other);
  const box: { [name: string]: Json } = { root: jsonOf(input) };
  const times = 1 + random.below(4);
  for (let i = 0; i < times; i += 1) mutateValue(random, box, jsonOf(other));
  const text = JSON.stringify(box.root ?? null).replace(`"${abyss}"`, () => deepValue(random));
  const out = Buffer.from(random.oneIn(10) ? withOddSyntax(random, text) : text, "utf8");
  return random.oneIn(20) ? mutateBytes(random, out, other) : out;
}

const jsonOf = (bytes: Uint8Array): Json => (readJson(bytes) ?? null) as Json;

function mutateValue(random: Random, box: { [name: string]: Json }, other: Json): void {
  const sites = sitesOf(box);
  if (sites.length > 0) random.pick(changes)(random, { site: random.pick(sites), sites, other });
}

type Change = (
  random: Random,
  at: { readonly site: Site; readonly sites: readonly Site[]; readonly other: Json },
) => void;

const changes: readonly Change[] = [
  (random, { site }) => site.write(anyValue(random)),
  (random, { site }) => site.write(random.pick(oddTexts)),
  (_random, { site, sites }) => (sites.length > 1 ? site.remove() : site.write(null)),
  (random, { site, sites }) => site.write(structuredClone(random.pick(sites).read())),
  (random, { site, other }) => site.write(structuredClone(random.pick(sitesOf({ root: other })).read())),
  (random, { site }) => site.write(nested(random, site.read())),
  grow,
  (random, { site }) => site.write(changed(random, site.read())),
];

function anyValue(random: Random): Json {
  const repeated = (): Json => Array.from({ length: random.below(600) }, () => random.below(9));
  return random.pick<Json>([
    null,
    true,
    false,
    random.pick(numbers),
    random.pick(oddTexts),
    [],
    {},
    repeated(),
    [null],
    [[]],
    { a: 1 },
  ]);
}

/** A value inside of itself a few times, or the place of something deeper than a reader with a stack may follow. */
function nested(random: Random, value: Json): Json {
  if (random.oneIn(4)) return abyss;
  let out = value;
  const depth = 1 + random.below(5);
  const asList = random.oneIn(2);
  for (let i = 0; i < depth; i += 1) out = asList ? [out] : { a: out };
  return out;
}

/** Lists or objects in each other, closed or not; as text, because not even we could hold them as values. */
function deepValue(random: Random): string {
  const depth = random.oneIn(2) ? 1 + random.below(100) : 1 + random.below(20_000);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
  ] as const);
  return `${open.repeat(depth)}1${random.oneIn(8) ? "" : close.repeat(depth)}`;
}

/** More members: a list gets its first again and again, an object a name. */
function grow(random: Random, { site }: { readonly site: Site }): void {
  const value = site.read();
  if (Array.isArray(value)) {
    const more = Array.from({ length: 1 + random.below(random.oneIn(10) ? 2_000 : 5) }, () =>
      structuredClone(value[0] ?? null),
    );
    site.write([...value, ...more]);
  } else if (value !== null && typeof value === "object") {
    const name = random.oneIn(3) ? "__proto__" : random.pick(oddTexts);
    site.write(Object.fromEntries([...Object.entries(value), [name, anyValue(random)]]));
  } else site.write([value]);
}

/** The same type, another value. */
function changed(random: Random, value: Json): Json {
  if (typeof value === "number") return random.oneIn(2) ? random.pick(numbers) : value + random.below(3) - 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return random.pick(oddTexts);
  const at = random.below(value.length + 1);
  const piece = random.oneIn(3)
    ? random.pick(oddTexts)
    : String.fromCharCode(random.below(random.oneIn(3) ? 65_536 : 256));
  return value.slice(0, at) + piece + value.slice(at + random.below(3));
}

/** Things JSON.stringify never writes: names twice, numbers out of range, escapes, a comment. */
function withOddSyntax(random: Random, text: string): string {
  const commas = [...text.matchAll(/[,{]/g)].map(({ index }) => index + 1);
  const at = commas.length === 0 ? 0 : random.pick(commas);
  const piece = random.pick([
    '"a":1,"a":2,',
    '"__proto__":{"x":1},',
    '"constructor":{"prototype":{}},',
    "1e999,",
    '"\\ud800",',
    "/**/",
    "NaN,",
    "\ufeff",
    "\t",
    '"\\u0000":0,',
  ]);
  return text.slice(0, at) + piece + text.slice(at);
}

function sitesOf(root: { [name: string]: Json }): Site[] {
  const open: Json[] = [root];
  const sites: Site[] = [];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (holder === null || typeof holder !== "object") continue;
    const list = holder;
    for (const key of Object.keys(list)) {
      const site = Array.isArray(list) ? inList(list, Number(key)) : inObject(list, key);
      sites.push(site);
      open.push(site.read());
    }
  }
  return sites;
}

function inList(list: Json[], at: number): Site {
  const write = (value: Json): void => {
    list[at] = value;
  };
  return { read: () => list[at] ?? null, write, remove: () => list.splice(at, 1) };
}

function inObject(holder: { [name: string]: Json }, name: string): Site {
  const write = (value: Json): void => {
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  };
  const read = (): Json => Object.getOwnPropertyDescriptor(holder, name)?.value ?? null;
  return { read, write, remove: () => Reflect.deleteProperty(holder, name) };
}
