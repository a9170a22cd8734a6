// The standard security handler (ISO 32000-2 §7.6.4) with the empty user password: reads the encryption dictionary for the key
// and the crypt filters (§7.6.6).
import { booleanOf, dictionaryOf, nameOf, numberOf, type Resolver } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { Unlock } from "../pdf/open-pdf.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { decipher, type Method, type Security } from "./decipher.ts";
import { keyOfEmptyPassword } from "./file-key.ts";

/** Unlocks a document that only its owner's password locks. @throws PdfRefusal FILE_ENCRYPTED when a password or another handler is needed */
export const unlockStandard: Unlock = (trailer, objects) => {
  const dict = dictionaryOf(objects, trailer.entries.get("Encrypt"));
  const security = securityOf(dict, objects, trailer);
  const own = trailer.entries.get("Encrypt");
  return (ref, object) =>
    own?.kind === "ref" && own.num === ref.num ? object : decipher(security, { ref, objects }, object);
};

function encrypted(message: string): PdfRefusal {
  return new PdfRefusal("FILE_ENCRYPTED", message);
}

function securityOf(dict: PdfDict, objects: Resolver, trailer: PdfDict): Security {
  const number = (key: string): number => numberOf(objects, dict.entries.get(key)) ?? 0;
  const [version, revision] = [number("V"), number("R")];
  if (nameOf(objects, dict.entries.get("Filter")) !== "Standard") throw encrypted("another security handler");
  if (![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6)
    throw encrypted(`version ${version} revision ${revision}`);
  const encryptsMetadata = booleanOf(objects, dict.entries.get("EncryptMetadata")) !== false;
  const bytes = (key: string): Uint8Array => stringOf(objects, dict.entries.get(key));
  const id = objects.resolve(trailer.entries.get("ID"));
  const key = keyOfEmptyPassword({
    revision,
    keyBytes: keyBytesOf(version, number("Length")),
    owner: bytes("O"),
    user: bytes("U"),
    userKey: bytes("UE"),
    permissions: number("P"),
    encryptsMetadata,
    id: stringOf(objects, id?.kind === "array" ? id.items[0] : undefined),
  });
  if (key === undefined) throw encrypted("the user's password is not empty");
  return { key, encryptsMetadata, ...methodsOf({ dict, objects, version, keyLength: key.length }) };
}

function keyBytesOf(version: number, bits: number): number {
  if (version === 1) return 5;
  if (version === 4) return 16;
  if (bits !== 0 && (bits % 8 !== 0 || bits < 40 || bits > 128)) return 16;
  return bits === 0 ? 5 : bits / 8;
}

function stringOf(objects: Resolver, value: PdfObject | undefined): Uint8Array {
  const found = objects.resolve(value);
  return found?.kind === "string" ? found.bytes : new Uint8Array(0);
}

type Asked = {
  readonly dict: PdfDict;
  readonly objects: Resolver;
  readonly version: number;
  readonly keyLength: number;
};

function methodsOf({ dict, objects, version, keyLength }: Asked): Omit<Security, "key" | "encryptsMetadata"> {
  if (version < 4) return { strings: "rc4", streams: "rc4", named: () => "rc4" };
  const filters = dictionaryOf(objects, dict.entries.get("CF"));
  const named = (name: string): Method => {
    if (name === "Identity") return "none";
    const method = nameOf(objects, dictionaryOf(objects, filters.entries.get(name)).entries.get("CFM"));
    if (method === "None") return "none";
    if (method === "V2") return "rc4";
    // A revision may give a key that is too short for the method that a filter names.
    if (method === "AESV2" && keyLength === 16) return "aes-128";
    if (method === "AESV3" && keyLength === 32) return "aes-256";
    throw encrypted(`crypt filter /${name} with method ${method ?? "missing"}`);
  };
  const standing = (key: string): Method => named(nameOf(objects, dict.entries.get(key)) ?? "Identity");
  return { strings: standing("StrF"), streams: standing("StmF"), named };
}
