/**
 * Signs a file in the product's store of documents with all that the product reads and writes of it (docs/flows/signing.md 8 to
 * 12): what is there is compared with what was approved, digested for the signature and written again in one pass, the signature
 * written behind it, all of it synced, read back and put under the name of its digest. Database and authorities are left out: they do
 * not see the file.
 */
import { signOntoCopy } from "@siegel/kernel/pades/sign-document.ts";
import type { BlobStore, Sha256Hex } from "@siegel/server/ports/blobs.ts";
import { monospaceShaper } from "../../fixtures/monospace-shaper.ts";
import { orderInOneGo } from "../../fixtures/sign-in-one-go.ts";
import { requireSigned, type Trust, wishOf } from "./trust.ts";

/** Signs the file called `base` to B-B and answers the signed one's name. @throws when it does not hold */
export async function signFile(trust: Trust, blobs: BlobStore, base: Sha256Hex): Promise<Sha256Hex> {
  const source = await blobs.open(base);
  const approved = [{ length: source.size, sha256: Buffer.from(base, "hex") }];
  const order = {
    ...orderInOneGo({ ...wishOf(trust, trust.person), shaper: monospaceShaper }, { level: "B-B" }),
    approved,
  };
  const draft = await blobs.draft();
  const { sha256, size, beginPass } = await signOntoCopy(source, order, draft.write);
  const beginnings = [...approved, { length: size, sha256 }];
  const name = Buffer.from(sha256).toString("hex") as Sha256Hex;
  await draft.keep(name, async (written) => {
    const read = { level: "B-B", beginnings, watch: beginPass() } as const;
    await requireSigned(written, { trust, signatory: trust.person, ...read });
  });
  await Promise.all([source.close(), draft.close()]);
  return name;
}
