/** Signs a file from disk to disk as the product does: digest, copy, append, sync, and read everything back. */
import { copyFile, open } from "node:fs/promises";
import { signDocument } from "@siegel/kernel/pades/sign-document.ts";
import { monospaceShaper } from "../../fixtures/monospace-shaper.ts";
import { openFile } from "./large-document.ts";
import { requireSigned, type Trust, wishOf } from "./trust.ts";

/** Signs `from` to B-B and leaves the signed file at `to`, durable. @throws when it does not hold */
export async function signFile(
  trust: Trust,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const source = openFile(from);
  const appended = await signDocument(
    source,
    { ...wishOf(trust, trust.person), shaper: monospaceShaper },
    { level: "B-B" },
  );
  source.close();
  await copyAndSync({ from, to }, appended);
  const written = openFile(to);
  await requireSigned(written, { trust, signatory: trust.person, level: "B-B" });
  written.close();
}

/** A durable copy with `appended` behind it. */
export async function copyAndSync(
  { from, to }: { readonly from: string; readonly to: string },
  appended: Uint8Array,
): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, "a");
  await file.appendFile(appended);
  await file.sync();
  await file.close();
}
