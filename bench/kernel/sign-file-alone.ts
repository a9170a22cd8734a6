/** A process of its own that signs one file and prints by how many megabytes its resident memory grew at most. */
import { signFile } from "./sign-file.ts";
import { makeTrust } from "./trust.ts";

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error("sign-file-alone FROM TO");
const trust = await makeTrust();
const idle = process.memoryUsage.rss();
let peak = idle;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 1);
await signFile(trust, { from, to });
clearInterval(sampling);
// What the kernel of the system counted, in KB, sees also what came and went between two samples.
const counted = process.resourceUsage().maxRSS * 1_024;
process.stdout.write(String((Math.max(peak, counted) - idle) / 1_000_000));
