/**
 * The key by which a person asks to join an organisation (decisions.md §7, §11): `SGL-` and 26 characters, 130 random bits. It is shown to
 * administrators, so it is stored encrypted, and found by its HMAC.
 */
import { nonce_bytes, openText, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import { keyFor, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { readIdByJoinKey, readJoinKey, type StoredJoinKey, saveJoinKey } from "./organisation-store.ts";
import { type ByAdministrator, recordChange } from "./record-change.ts";

/** The secret that join keys are kept under. */
export type JoinKeySecret = ServerSecret<"join keys">;

/** @throws RangeError when the bytes are too few to be a secret */
export const joinKeySecret = (bytes: Uint8Array): JoinKeySecret => serverSecret("join keys", bytes);

type JoinKeyDeps = { readonly db: Db; readonly random: Random; readonly joinKeySecret: JoinKeySecret };

/** A join key, and when it was renewed last; null: it is the first. */
export type JoinKey = { readonly key: string; readonly renewedAt: Date | null };

/** The join key of an organisation; one that has none yet gets one. */
export async function joinKeyOf(deps: JoinKeyDeps, organisationId: string): Promise<JoinKey> {
  const { joinKeySecret: secret } = deps;
  const opened = ({ sealed, at }: StoredJoinKey) => ({
    key: openText(storedUnder(secret), { owner: organisationId, sealed }),
    renewedAt: at,
  });
  const stored = await readJoinKey(deps.db, organisationId, { isLocked: false });
  if (stored !== null) return opened(stored);
  return await inTransaction(deps.db, async (db) => {
    const locked = await readJoinKey(db, organisationId, { isLocked: true });
    if (locked !== null) return opened(locked);
    return { key: await makeKey({ ...deps, db }, organisationId, null), renewedAt: null };
  });
}

/** Gives an organisation another join key. The old one stops working; who asked with it already still waits. */
export async function renewJoinKey(
  deps: JoinKeyDeps & { readonly clock: Clock },
  by: ByAdministrator,
): Promise<JoinKey> {
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    await readJoinKey(db, by.organisationId, { isLocked: true });
    const key = await makeKey({ ...deps, db }, by.organisationId, at);
    await recordChange(db, by, { at, type: "organisation.join-key-renewed", details: {} });
    return { key, renewedAt: at };
  });
}

async function makeKey(deps: JoinKeyDeps, organisationId: string, at: Date | null): Promise<string> {
  const key = `SGL-${deps.random.id().toUpperCase()}`;
  const nonce = deps.random.bytes(nonce_bytes);
  const sealed = sealText(storedUnder(deps.joinKeySecret), { owner: organisationId, text: key, nonce });
  await saveJoinKey(deps.db, organisationId, { mac: macOfKey(deps.joinKeySecret, key), sealed, at });
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

const storedUnder = (secret: JoinKeySecret): Uint8Array => keyFor(secret, "stored");
const macOfKey = (secret: JoinKeySecret, key: string): string =>
  Buffer.from(macOf(keyFor(secret, "found by"), ["join key", key])).toString("hex");
