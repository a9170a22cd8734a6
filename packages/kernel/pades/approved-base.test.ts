import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { type Hierarchy, makeHierarchy, NOW } from "../../../fixtures/hierarchy.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { addInvisibleSignatureField } from "../pdf/add-fields.ts";
import { type ByteSource, bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { digestOf } from "../x509/signature-algorithm.ts";
import { BaseChanged, type KnownBeginning, witnessed } from "./approved-base.ts";
import { continueDigest } from "./byte-range.ts";
import { signDocument } from "./sign-document.ts";

let trust: Hierarchy;
let base: Uint8Array;
beforeAll(async () => {
  trust = await makeHierarchy("ecdsa-p256-sha256");
  const update = beginUpdate(openPdf(bytesSource(plainPdf())));
  addInvisibleSignatureField(update, "Sig");
  base = Buffer.concat([plainPdf(), update.finish({ id: new Uint8Array(16) }).bytes]);
});

const beginning = (octets: Uint8Array): KnownBeginning => ({
  length: octets.length,
  sha256: digestOf("sha256", octets),
});

async function sign(
  source: ByteSource,
  approved: readonly KnownBeginning[],
): Promise<{ signed: boolean; keys: number }> {
  let keys = 0;
  const { person, issuingCa } = trust;
  const signer: typeof person.signer = {
    ...person.signer,
    sign: async (toBeSigned) => {
      keys += 1;
      return await person.signer.sign(toBeSigned);
    },
  };
  const wish = { fieldName: "Sig", claimedTime: NOW, signerName: "Ada", fileId: new Uint8Array(16), approved };
  const who = { signer, certificate: person.certificate, chain: [issuingCa.certificate], shaper: monospaceShaper };
  const signed = await signDocument(source, { ...wish, ...who }, { level: "B-B" }).then(
    () => true,
    (fault: unknown) => {
      if (fault instanceof BaseChanged) return false;
      throw fault;
    },
  );
  return { signed, keys };
}

/** `octets` up to the first read that ends where they end, and `others` afterwards. */
function swapped(octets: Uint8Array, others: Uint8Array, after: number): ByteSource {
  let reads = 0;
  return {
    size: octets.length,
    read: (offset, length) => {
      reads += 1;
      return Uint8Array.from((reads <= after ? octets : others).subarray(offset, offset + length));
    },
  };
}

function flip(octets: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(octets);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe("a base that must be what was approved [T-012]", () => {
  it("is signed when it begins with all that it should", async () => {
    const all = [beginning(base.subarray(0, 100)), beginning(base)];
    expect(await sign(bytesSource(base), all)).toEqual({ signed: true, keys: 1 });
  });

  it("never meets the key when a beginning is another, is longer, or the whole is", async () => {
    const whole = beginning(base);
    const wrong: KnownBeginning[] = [
      beginning(flip(base, 11)),
      { ...whole, length: 50 },
      beginning(Buffer.concat([base, base])),
      beginning(flip(base.subarray(0, 100), 99)),
    ];
    for (const one of wrong) expect(await sign(bytesSource(base), [one, whole])).toEqual({ signed: false, keys: 0 });
  });

  it("never meets the key when what was read to find out what to append is not what is digested, which is as approved", async () => {
    // In the comment behind the header, which is read but decides nothing.
    const other = flip(base, 11);
    expect(await sign(swapped(other, base, 0), [beginning(base)])).toEqual({ signed: true, keys: 1 });
    expect(await sign(swapped(other, base, 1), [beginning(base)])).toEqual({ signed: false, keys: 0 });
    expect(await sign(swapped(base, other, 1), [beginning(base)])).toEqual({ signed: false, keys: 0 });
  });
});

describe("a witness", () => {
  it("notices every read that differs from what passes by, in whatever windows, and no other", () => {
    const reads = fc.array(fc.tuple(fc.nat(59), fc.nat(20)), { maxLength: 8 });
    fc.assert(
      fc.property(reads, fc.nat(59), fc.integer({ min: 1, max: 60 }), fc.boolean(), (wanted, at, step, isChanged) => {
        const octets = Uint8Array.from({ length: 60 }, (_, i) => i);
        const { source, watch } = witnessed(bytesSource(Uint8Array.from(octets)));
        const ranges = wanted.map(([offset, length]) => [offset, Math.min(length, 60 - offset)] as const);
        for (const [offset, length] of ranges) source.read(offset, length);
        const passing = isChanged ? flip(octets, at) : octets;
        const isSeen = ranges.some(([offset, length]) => at >= offset && at < offset + length);
        const pass = (): void => {
          for (let start = 0; start < 60; start += step) watch(start, passing.subarray(start, start + step));
        };
        if (isChanged && isSeen) expect(pass).toThrow(BaseChanged);
        else pass();
      }),
    );
  });
});

it("finds beginnings and the signature's digest in one pass", async () => {
  const octets = Uint8Array.from({ length: 90 }, (_, i) => i);
  let passed = 0;
  const watch = (at: number, window: Uint8Array): void => {
    expect(at).toBe(passed);
    passed += window.length;
  };
  const beginnings = [beginning(octets.subarray(0, 20)), beginning(octets.subarray(0, 60))];
  const approved = { source: bytesSource(octets.subarray(0, 60)), beginnings, watch };
  const wanted = { byteRange: [0, 70, 80, 10], algorithm: "sha256", approved } as const;
  const { digest } = await continueDigest(bytesSource(octets), wanted, null);
  expect(Buffer.from(digest)).toEqual(
    createHash("sha256").update(octets.subarray(0, 70)).update(octets.subarray(80)).digest(),
  );
  expect(passed).toBe(70);
});
