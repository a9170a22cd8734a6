/** Counts how often signing asks for a key. */
import type { SigningWorld } from "./signing-world.ts";

/** The world's house, and how often a key of a signer or of the service was asked for through it; units of the authority ask for their own. */
export function countingKeys({ deps }: SigningWorld): {
  readonly deps: SigningWorld["deps"];
  readonly uses: () => number;
} {
  let uses = 0;
  const signer: typeof deps.keys.signer = async (keyId) => {
    uses += 1;
    return await deps.keys.signer(keyId);
  };
  return { deps: { ...deps, keys: { ...deps.keys, signer } }, uses: () => uses };
}
