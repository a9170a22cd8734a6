/** Colour profiles (ICC.1:2022), which somebody sends within a document: each gets a verdict, and soon. */
import {
  changedPrint,
  coloured,
  gamma22,
  grey,
  greyLook,
  linkedTable,
  narrowTable,
  parametric,
  printProfile,
  tabled,
  wideTable,
} from "../../fixtures/icc-profile.ts";
import { componentsOf, isPlainProfile } from "../../packages/kernel/icc/plain-profile.ts";
import { mutateOctets } from "../mutate/mutate-octets.ts";
import type { Random } from "../random.ts";
import { mustHold, type Target } from "../target.ts";

const made = { components: 1, lookOf: greyLook };
/** A tenth of a second, and what others on the machine take. */
const millisecondsMax = 500;

/** Target `icc`. */
export const icc: Target = {
  name: "icc",
  seeds: [
    coloured(gamma22),
    coloured(parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)),
    grey(gamma22),
    tabled("GRAY", { A2B0: wideTable(made) }),
    tabled("GRAY", { A2B0: narrowTable(made), A2B1: wideTable(made) }),
    tabled("GRAY", { A2B0: linkedTable(made) }),
    printProfile(),
    // Slightly another print.
    changedPrint((_inks, look) => look.map((number, i) => (i === 0 ? Math.round(0.98 * number) : number))),
  ],
  mutate: mutateProfile,
  run: (input) => {
    const components = componentsOf(input);
    const begun = process.cpuUsage();
    const plain = [1, 3, 4].filter((each) => isPlainProfile(input, each));
    const { user, system } = process.cpuUsage(begun);
    mustHold((user + system) / 1_000 < millisecondsMax, "a verdict soon");
    mustHold(plain.length <= 1 && plain.every((each) => each === components), "plain for its own colours alone");
    return plain.length === 1;
  },
};

const words = [0, 1, 2, 3, 255, 256, 4_096, 65_535, 65_536, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as const;

/** Changes of the numbers that a profile is read by: tags, offsets, lengths, counts, grids; or of any octets. */
function mutateProfile(random: Random, seed: Uint8Array, other: Uint8Array): Uint8Array {
  let changed = Buffer.from(seed);
  for (let times = 1 + random.below(4); times > 0; times -= 1) {
    if (random.oneIn(3)) changed = Buffer.from(mutateOctets(random, changed, other));
    else if (changed.length >= 200) changeNumber(random, changed);
  }
  return changed;
}

function changeNumber(random: Random, octets: Buffer): void {
  // The table of tags, or the first words of one of them.
  const entry = 132 + 12 * random.below(Math.min(20, octets.readUInt32BE(128) + 1));
  const start = random.oneIn(2) || entry + 12 > octets.length ? 128 : octets.readUInt32BE(entry + 4);
  const at = start + (start === 128 ? 4 * random.below(16) : random.below(64));
  if (at + 4 > octets.length) return;
  const kind = random.below(4);
  if (kind === 0) octets[at] = random.below(256);
  else if (kind === 1) octets.writeUInt16BE(random.pick(words) & 0xffff, at);
  else octets.writeUInt32BE(kind === 2 ? random.pick(words) : random.below(octets.length + 8), at);
}
