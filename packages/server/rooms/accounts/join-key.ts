/**
 * The key by which a person asks to join an organisation (decisions.md §7, §11): `SGL-` and 26 characters, 130 random bits. It is shown to
 * administrators, so it is stored encrypted, and found by its HMAC.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { keyFor, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Random } from "../../ports/random.ts";
import { readIdByJoinKey, readJoinKey, saveJoinKey } from "./organisation-store.ts";

/** The secret that join keys are kept under. */
export type JoinKeySecret = ServerSecret<"join keys">;

/** @throws RangeError when the bytes are too few to be a secret */
export const joinKeySecret = (bytes: Uint8Array): JoinKeySecret => serverSecret("join keys", bytes);

type JoinKeyDeps = { readonly db: Db; readonly random: Random; readonly joinKeySecret: JoinKeySecret };

/** The join key of an organisation; one that has none yet gets one. */
export async function joinKeyOf(deps: JoinKeyDeps, organisationId: string): Promise<string> {
  return await inTransaction(deps.db, async (db) => {
    const sealed = await readJoinKey(db, organisationId);
    return sealed === null
      ? await renewJoinKey({ ...deps, db }, organisationId)
      : open(deps.joinKeySecret, organisationId, sealed);
  });
}

/** Gives an organisation another join key. The old one stops working. */
async function renewJoinKey(deps: JoinKeyDeps, organisationId: string): Promise<string> {
  const key = `SGL-${deps.random.id().toUpperCase()}`;
  const sealed = seal(deps.joinKeySecret, { organisationId, key, nonce: deps.random.bytes(nonce_bytes) });
  await saveJoinKey(deps.db, organisationId, { mac: macOfKey(deps.joinKeySecret, key), sealed });
  return key;
}

/** The active organisation of a join key as somebody typed it, or null. */
export async function findByJoinKey(
  { db, joinKeySecret: secret }: Pick<JoinKeyDeps, "db" | "joinKeySecret">,
  typed: string,
): Promise<string | null> {
  return await readIdByJoinKey(db, macOfKey(secret, normalised(typed)));
}

/** Small letters and blanks do not matter, and neither does O for 0, or I and L for 1: the alphabet has none of them (Crockford). */
function normalised(typed: string): string {
  const key = typed.replace(/[\s-]/g, "").toUpperCase().replace(/^SGL/, "");
  return `SGL-${key.replace(/O/g, "0").replace(/[IL]/g, "1")}`;
}

const nonce_bytes = 12;
const tag_bytes = 16;

const macOfKey = (secret: JoinKeySecret, key: string): string =>
  Buffer.from(macOf(keyFor(secret, "found by"), ["join key", key])).toString("hex");

/** nonce ‖ ciphertext ‖ tag, openable for this organisation only. */
function seal(
  secret: JoinKeySecret,
  { organisationId, key, nonce }: { readonly organisationId: string; readonly key: string; readonly nonce: Uint8Array },
): Buffer {
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, "stored"), nonce).setAAD(Buffer.from(organisationId));
  return Buffer.concat([nonce, cipher.update(key, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

function open(secret: JoinKeySecret, organisationId: string, sealed: Buffer): string {
  const end = sealed.length - tag_bytes;
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, "stored"), sealed.subarray(0, nonce_bytes), {
    authTagLength: tag_bytes,
  });
  decipher.setAAD(Buffer.from(organisationId)).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonce_bytes, end)), decipher.final()]).toString("utf8");
}
