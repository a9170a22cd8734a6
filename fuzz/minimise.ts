/** Makes a finding small: delta debugging over bytes (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input"). */

/** The smallest input found that still fails, within `triesMax` tries. */
export async function minimise(
  input: Uint8Array,
  stillFails: (candidate: Uint8Array) => Promise<boolean>,
  triesMax: number,
): Promise<Uint8Array> {
  let smallest = input;
  let left = triesMax;
  for (let size = Math.ceil(smallest.length / 2); size >= 1 && left > 0; ) {
    let cut = false;
    for (let at = 0; at < smallest.length && left > 0; ) {
      const candidate = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      left -= 1;
      if (await stillFails(candidate)) {
        smallest = candidate;
        cut = true;
      } else at += size;
    }
    if (size === 1 && !cut) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return smallest;
}
