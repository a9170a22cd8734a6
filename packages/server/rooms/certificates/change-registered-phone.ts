/** Another phone for a qualified certificate in use. Who may do that is decided elsewhere. */
import type { Db } from "../../db/database.ts";
import type { Random } from "../../ports/random.ts";
import { lockCertificate, readCertificate, savePhone } from "./certificates-store.ts";
import { type HolderSecret, holderMac, isAuthentic } from "./holder-mac.ts";
import { sealPhone } from "./registered-phone.ts";

/** Changes it in the caller's transaction; false: it is in use no more, or this service did not write its row. */
export async function changeRegisteredPhone(
  deps: { readonly db: Db; readonly random: Random; readonly holderSecret: HolderSecret },
  certificateId: string,
  phone: string,
): Promise<boolean> {
  const { db, holderSecret } = deps;
  await lockCertificate(db, certificateId);
  const held = await readCertificate(db, certificateId);
  if (held.level !== "qes" || !isAuthentic(holderSecret, held)) return false;
  const sealed = sealPhone(deps, { certificateId, phone });
  const mac = holderMac(holderSecret, { ...held, phone: sealed });
  return await savePhone(db, certificateId, { phone: sealed, holderMac: mac });
}
