/** `kernel.bb.*` and `kernel.blta.p256`: whole signatures against the cryptography they cannot do without. */
import type { LevelWish } from "@siegel/kernel/pades/sign-document.ts";
import type { Identity } from "../../fixtures/hierarchy.ts";
import { monospaceShaper } from "../../fixtures/monospace-shaper.ts";
import { signInOneGo } from "../../fixtures/sign-in-one-go.ts";
import type { Bench } from "../figure.ts";
import { interleave, type Plan, ratioOfRates, type Side } from "../interleave.ts";
import { makeDocument } from "./document.ts";
import { bareCryptography } from "./primitives.ts";
import { makeSignatory, makeTrust, proveStatus, requireSigned, stampBy, type Trust, wishOf } from "./trust.ts";

/** The file that is signed: 40 KB, three pages. */
export const shortDocument = makeDocument({ bytes: 40_000, pages: 3 });

/**
 * Signs a file to a level: what is made is the incremental update, which the product writes behind the file (`BlobStore.draft`). Every
 * signed file is put together and read back afterwards.
 */
export function signingSide(
  trust: Trust,
  signatory: Identity,
  { file: base, level }: { readonly file: Uint8Array; readonly level: LevelWish },
): Side<Uint8Array> {
  const wish = { ...wishOf(trust, signatory), shaper: monospaceShaper };
  return {
    once: () => signInOneGo(base, wish, level),
    check: async (updates) => {
      for (const update of updates)
        await requireSigned(Buffer.concat([base, update]), { trust, signatory, level: level.level });
    },
  };
}

function basicSignatures(
  key: "p256" | "rsa3072",
  floor: Omit<Bench["floor"], "at">,
  plan: Omit<Plan, "effort">,
): Bench {
  const name = `kernel.bb.${key}`;
  return {
    name,
    floor: { at: "least", ...floor },
    measure: async (effort) => {
      const trust = await makeTrust();
      const signatory = await makeSignatory(trust, key === "p256" ? "ecdsa-p256-sha256" : "rsa-pss-sha256");
      const pairs = await interleave(
        signingSide(trust, signatory, { file: shortDocument, level: { level: "B-B" } }),
        bareCryptography(signatory, shortDocument),
        { ...plan, effort },
      );
      return ratioOfRates({ name, note: "B-B of a 40 KB file ÷ one sign, one verify, two SHA-256 of the file" }, pairs);
    },
  };
}

/** B-B with P-256: at least 0.4 of the bare cryptography. */
export const bbP256 = basicSignatures("p256", { value: 0.4, goal: 0.8 }, { calls: 40, turns: 50, warmUp: 5_000 });
/** B-B with RSA-3072 (PSS): at least 0.88. */
export const bbRsa3072 = basicSignatures(
  "rsa3072",
  { value: 0.88, goal: 0.98 },
  { calls: 20, turns: 25, warmUp: 2_000 },
);

/** B-LTA of the short document with TSA and OCSP in this process, all they answer checked. */
export function bltaSide(trust: Trust): Side<Uint8Array> {
  const signatory = trust.person;
  return signingSide(trust, signatory, {
    file: shortDocument,
    level: {
      level: "B-LTA",
      stamp: (digest) => stampBy(trust, digest),
      validationData: () => proveStatus(trust, signatory),
      timestampField: "Timestamp",
    },
  });
}

/** B-LTA: at least a fifth of the rate of B-B. */
export const bltaP256: Bench = {
  name: "kernel.blta.p256",
  floor: { at: "least", value: 0.2, goal: 0.33 },
  measure: async (effort) => {
    const trust = await makeTrust();
    const basic = signingSide(trust, trust.person, { file: shortDocument, level: { level: "B-B" } });
    const plan = { calls: 20, baselineCalls: 80, turns: 40, warmUp: 2_000, effort };
    const pairs = await interleave(bltaSide(trust), basic, plan);
    return ratioOfRates({ name: "kernel.blta.p256", note: "B-LTA, TSA and OCSP in process and checked ÷ B-B" }, pairs);
  },
};
