/**
 * A process of its own that signs one file of a store and prints by how many megabytes its resident memory grew at most, and
 * the signed file's name.
 */
import { fileBlobs } from "@siegel/server/adapters/store/file-blobs.ts";
import type { Sha256Hex } from "@siegel/server/ports/blobs.ts";
import { signFile } from "./sign-file.ts";
import { makeTrust } from "./trust.ts";

const [folder, base] = process.argv.slice(2);
if (folder === undefined || base === undefined) throw new Error("sign-file-alone FOLDER SHA256");
const trust = await makeTrust();
const idle = process.memoryUsage.rss();
let peak = idle;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 1);
const signed = await signFile(trust, fileBlobs(folder), base as Sha256Hex);
clearInterval(sampling);
// What the kernel of the system counted, in KB, sees also what came and went between two samples.
const counted = process.resourceUsage().maxRSS * 1_024;
process.stdout.write(`${(Math.max(peak, counted) - idle) / 1_000_000} ${signed}`);
