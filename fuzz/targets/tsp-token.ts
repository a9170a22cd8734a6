/** Timestamp tokens (RFC 3161 §2.4.2): a token is relied on when a trusted unit signed those very bytes. */
import { NOW } from "../../fixtures/hierarchy.ts";
import { messageImprint, nonce } from "../../fixtures/timestamp-token.ts";
import { checkTimestampToken } from "../../packages/kernel/timestamp/check-timestamp-token.ts";
import { parseTimestampToken } from "../../packages/kernel/timestamp/token.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { anchors, certificateOf, hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, type Target } from "../target.ts";

const seeds = structuresOf("tokens");
const contentOf = (token: Uint8Array): string =>
  hexOf(parseTimestampToken(token).signedData.content ?? new Uint8Array());
const stamped = new Set(seeds.map(contentOf));
const certificates = [certificateOf("issuingCa"), certificateOf("rsaIssuingCa")];

/** Target `tsp-token`. */
export const tspToken: Target = { name: "tsp-token", seeds, mutate: mutateDer, run: judgeToken };

/** Checks a token as whoever asked for it and as whoever reads it in a document; true when it is read at all. */
export function judgeToken(token: Uint8Array): boolean {
  const asked = { token, messageImprint, anchors, certificates, nonce, window: { from: NOW, to: NOW } };
  for (const question of [asked, { token, messageImprint, anchors }]) {
    const check = checkTimestampToken(question);
    mustHold(!check.ok || stamped.has(contentOf(token)), "a changed token is not relied on");
    if (!check.ok && check.code === "malformed") return false;
  }
  return true;
}
