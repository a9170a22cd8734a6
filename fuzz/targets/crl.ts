/** Revocation lists (RFC 5280 §5): read; what a list says is said by a list that was issued. */
import { NOW } from "../../fixtures/hierarchy.ts";
import { DerError } from "../../packages/kernel/asn1/der.ts";
import { checkCrl } from "../../packages/kernel/revocation/check-crl.ts";
import { type Crl, parseCrl } from "../../packages/kernel/revocation/crl.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { certificateOf, hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, readThenJudge, type Target } from "../target.ts";

const seeds = structuresOf("lists");
const issued = new Set(seeds.map((der) => hexOf(parseCrl(der).tbsCertList)));
const [issuer, organisation] = [certificateOf("issuingCa"), certificateOf("organisation")];

/** Target `crl`. */
export const crl: Target = {
  name: "crl",
  seeds,
  mutate: mutateDer,
  run: readThenJudge(DerError, parseCrl, judge),
};

function judge(list: Crl): void {
  const check = checkCrl({ crl: list, certificate: organisation, issuer, at: NOW });
  mustHold(!check.ok || issued.has(hexOf(list.tbsCertList)), "a changed list says nothing");
  for (const [serial, { revokedAt }] of list.entries)
    mustHold(/^([0-9a-f]{2})+$/.test(serial) && !Number.isNaN(revokedAt.getTime()), "an entry has a number and a time");
}
