/**
 * Signs a file in the product's store of documents with all that the product reads and writes of it (docs/flows/signing.md 8 to
 * 12): what is there is compared with what was approved and digested for the signature in one pass, written again with the signature
 * behind it under the name of its digest, synced, and read back. Database and authorities are left out: they do not see the file.
 */
import { orderInOneGo, signInSteps } from "@siegel/kernel/pades/sign-document.ts";
import type { BlobStore, Sha256Hex } from "@siegel/server/ports/blobs.ts";
import { monospaceShaper } from "../../fixtures/monospace-shaper.ts";
import { requireSigned, type Trust, wishOf } from "./trust.ts";

/** Signs the file called `base` to B-B and answers the signed one's name. @throws when it does not hold */
export async function signFile(trust: Trust, blobs: BlobStore, base: Sha256Hex): Promise<Sha256Hex> {
  const source = await blobs.open(base);
  const approved = [{ length: source.size, sha256: Buffer.from(base, "hex") }];
  const wish = { ...wishOf(trust, trust.person), shaper: monospaceShaper, approved };
  const { windows } = await signInSteps(source, orderInOneGo(wish, { level: "B-B" }));
  const { sha256, size } = await blobs.put(windows);
  const written = await blobs.open(sha256);
  const beginnings = [...approved, { length: size, sha256: Buffer.from(sha256, "hex") }];
  await requireSigned(written, { trust, signatory: trust.person, level: "B-B", beginnings });
  await Promise.all([source.close(), written.close()]);
  return sha256;
}
