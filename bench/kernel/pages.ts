/** `kernel.pages5000`: what is not touched costs nothing, however many pages there are. */
import type { Bench } from "../figure.ts";
import { interleave, ratioOfTimes } from "../interleave.ts";
import { makeDocument } from "./document.ts";
import { signingSide } from "./signatures.ts";
import { makeTrust } from "./trust.ts";

/** Signing 5,000 pages: at most twice the time of one page in a file of the same size. */
export const pages5000: Bench = {
  name: "kernel.pages5000",
  floor: { at: "most", value: 1.3, goal: 1.05 },
  measure: async (effort) => {
    const trust = await makeTrust();
    const many = makeDocument({ bytes: 0, pages: 5_000 });
    const one = makeDocument({ bytes: many.length, pages: 1 });
    const sides = [many, one].map((file) => signingSide(trust, trust.person, { file, level: { level: "B-B" } }));
    const [value, baseline] = sides;
    if (value === undefined || baseline === undefined) throw new Error("there are two sides");
    const pairs = await interleave(value, baseline, { calls: 10, turns: 15, warmUp: 500, effort });
    const sizes = `${many.length} and ${one.length} bytes`;
    return ratioOfTimes({ name: "kernel.pages5000", note: `5,000 pages ÷ one page, ${sizes}` }, pairs);
  },
};
