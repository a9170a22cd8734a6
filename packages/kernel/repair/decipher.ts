// Decrypts the objects of an encrypted document (ISO 32000-2 §7.6.3): strings and stream bytes, by RC4 of 40 to 128 bits,
// AES-128 or AES-256. Crypt filters of single streams, Identity among them, and metadata left in the clear are respected.
import { createHash } from "node:crypto";
import type { Resolver } from "../pdf/access.ts";
import { type ByteSource, bytesSource } from "../pdf/byte-source.ts";
import type { PdfDict, PdfObject, PdfRef, PdfStream } from "../pdf/objects.ts";
import { aesSource } from "./aes-source.ts";
import { rc4Source } from "./rc4.ts";

/** How strings or bytes are encrypted. */
export type Method = "none" | "rc4" | "aes-128" | "aes-256";

/** The key of a file and what it is used for. */
export type Security = {
  readonly key: Uint8Array;
  readonly encryptsMetadata: boolean;
  readonly strings: Method;
  readonly streams: Method;
  /** The method of a crypt filter that a stream names itself. @throws PdfRefusal FILE_ENCRYPTED for unknown ones */
  readonly named: (name: string) => Method;
};

type Place = { readonly ref: PdfRef; readonly objects: Resolver };

/** An object that was read as object `place.ref`, in the clear; streams are deciphered when their bytes are read. */
export function decipher(security: Security, place: Place, object: PdfObject): PdfObject {
  switch (object.kind) {
    case "string":
      return { ...object, bytes: decipherBytes(security, place.ref, object.bytes) };
    case "array":
      return { kind: "array", items: object.items.map((item) => decipher(security, place, item)) };
    case "dict":
      return decipherDict(security, place, object);
    case "stream":
      return decipherStream(security, place, object);
    default:
      return object;
  }
}

function decipherDict(security: Security, place: Place, dict: PdfDict): PdfDict {
  const entries = new Map<string, PdfObject>();
  for (const [key, value] of dict.entries) entries.set(key, decipher(security, place, value));
  return { kind: "dict", entries };
}

function decipherBytes(security: Security, ref: PdfRef, bytes: Uint8Array): Uint8Array {
  const source = decipherSource(security, { ref, method: security.strings }, bytesSource(bytes));
  return source.read(0, source.size);
}

function decipherStream(security: Security, place: Place, stream: PdfStream): PdfStream {
  const type = nameAt(place, stream.dict, "Type");
  if (type === "XRef") return stream;
  const dict = decipherDict(security, place, stream.dict);
  const own = cryptFilterOf(place, stream.dict);
  const isClear = type === "Metadata" && !security.encryptsMetadata;
  const method = own === undefined ? (isClear ? "none" : security.streams) : security.named(own);
  const stored = (): ByteSource => decipherSource(security, { ref: place.ref, method }, stream.stored());
  return {
    kind: "stream",
    dict: own === undefined ? dict : withoutCryptFilter(place, dict),
    stored,
    read: () => {
      const source = stored();
      return source.read(0, source.size);
    },
  };
}

function nameAt({ objects }: Place, dict: PdfDict, key: string): string | undefined {
  const value = objects.resolve(dict.entries.get(key));
  return value?.kind === "name" ? value.value : undefined;
}

function listAt({ objects }: Place, dict: PdfDict, key: string): readonly (PdfObject | undefined)[] {
  const value = objects.resolve(dict.entries.get(key));
  return value?.kind === "array" ? value.items.map((item) => objects.resolve(item)) : [value];
}

/** The crypt filter a stream names, which has to be its first filter (§7.4.10); Identity when it gives no name. */
function cryptFilterOf(place: Place, dict: PdfDict): string | undefined {
  const first = listAt(place, dict, "Filter")[0];
  if (first?.kind !== "name" || first.value !== "Crypt") return undefined;
  const parameters = listAt(place, dict, "DecodeParms")[0];
  return parameters?.kind === "dict" ? (nameAt(place, parameters, "Name") ?? "Identity") : "Identity";
}

function withoutCryptFilter(place: Place, dict: PdfDict): PdfDict {
  const entries = new Map(dict.entries);
  for (const key of ["Filter", "DecodeParms"]) {
    const rest = listAt(place, dict, key).slice(1);
    if (rest.length === 0) entries.delete(key);
    else entries.set(key, { kind: "array", items: rest.map((item) => item ?? { kind: "null" }) });
  }
  return { kind: "dict", entries };
}

function decipherSource(
  security: Security,
  { ref, method }: { readonly ref: PdfRef; readonly method: Method },
  source: ByteSource,
): ByteSource {
  if (method === "none") return source;
  if (method === "aes-256") return aesSource(security.key, source);
  const key = objectKey(security.key, ref, method);
  return method === "aes-128" ? aesSource(key, source) : rc4Source(key, source);
}

/** Algorithm 1: the key of one object, from the file's key and the object's numbers. */
function objectKey(key: Uint8Array, { num, gen }: PdfRef, method: "rc4" | "aes-128"): Uint8Array {
  const numbers = Uint8Array.of(num, num >> 8, num >> 16, gen, gen >> 8);
  const salt = method === "aes-128" ? Buffer.from("sAlT") : Buffer.alloc(0);
  const hash = createHash("md5")
    .update(Buffer.concat([key, numbers, salt]))
    .digest();
  return hash.subarray(0, Math.min(16, key.length + 5));
}
