/** The CAs of the own hierarchy, each read once: nothing of a CA's row changes but whether it is the active one, which nobody asks here. */
import type { Db } from "../../db/database.ts";
import { type Authority, readAuthorities } from "./authority-store.ts";

// By pool: another database has other CAs of the same name.
const known = new WeakMap<Db, readonly Authority[]>();

/** The CA, retired ones too, that `fits`; one that is not known yet may have been made by another process and is looked for. */
export async function findAuthority(db: Db, fits: (unit: Authority) => boolean): Promise<Authority | null> {
  const found = known.get(db)?.find(fits);
  if (found !== undefined) return found;
  const all = await readAuthorities(db);
  // What a transaction sees may be undone with it.
  if (!db.isTransaction) known.set(db, all);
  return all.find(fits) ?? null;
}
