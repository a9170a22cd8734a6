/** Hashes of passwords: argon2id (RFC 9106) off the event loop, kept as a PHC string. */
import { argon2 } from "node:crypto";
import { isSameMac } from "./server-secret.ts";

// OWASP's minimum for argon2id. Tries are counted wherever a password is asked for.
const memoryKiB = 19_456;
const passes = 2;
const tagLength = 32;
/** Random bytes of a salt. */
export const salt_bytes = 16;

/** What is compared where there is no account: it costs what a real one costs, and no password has this tag. */
export const hash_of_nobody = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** `$argon2id$v=19$m=…,t=…,p=1$<salt>$<tag>`. `salt`: `salt_bytes` random bytes, new for each password. */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const tag = await derive(password, { salt, memoryKiB, passes });
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Whether a password belongs to a PHC string that `hashPassword` wrote. @throws Error for any other string */
export async function isPassword(password: string, phc: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  const [, memory, time, salt, tag] = parts ?? [];
  if (salt === undefined || tag === undefined) throw new Error("not a PHC string of argon2id");
  const found = await derive(password, {
    salt: Buffer.from(salt, "base64"),
    memoryKiB: Number(memory),
    passes: Number(time),
  });
  return isSameMac(found, Buffer.from(tag, "base64"));
}

function derive(password: string, how: { salt: Uint8Array; memoryKiB: number; passes: number }): Promise<Buffer> {
  // NFC, so that the same characters typed on another keyboard are the same bytes.
  const message = password.normalize("NFC");
  return new Promise((resolve, reject) => {
    argon2(
      "argon2id",
      { message, nonce: how.salt, parallelism: 1, tagLength, memory: how.memoryKiB, passes: how.passes },
      (fault, tag) => (fault ? reject(fault) : resolve(tag)),
    );
  });
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
