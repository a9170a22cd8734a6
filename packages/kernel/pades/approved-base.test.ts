import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { type Hierarchy, makeHierarchy, NOW } from "../../../fixtures/hierarchy.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { orderInOneGo } from "../../../fixtures/sign-in-one-go.ts";
import { addInvisibleSignatureField } from "../forms/add-fields.ts";
import { type ByteSource, bytesSource, concatSource, windowsOf } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { digestOf } from "../x509/signature-algorithm.ts";
import { BaseChanged, type KnownBeginning, openApproved } from "./approved-base.ts";
import { continueDigest } from "./byte-range.ts";
import { signInSteps } from "./sign-document.ts";

let trust: Hierarchy;
let base: Uint8Array;
beforeAll(async () => {
  trust = await makeHierarchy("ecdsa-p256-sha256");
  const update = beginUpdate(openPdf(bytesSource(plainPdf())));
  addInvisibleSignatureField(update, "Sig");
  base = Buffer.concat([plainPdf(), update.finish({ id: new Uint8Array(16) }).bytes]);
});

const beginning = (bytes: Uint8Array): KnownBeginning => ({
  length: bytes.length,
  sha256: digestOf("sha256", bytes),
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
  const signed = await signInSteps(source, orderInOneGo({ ...wish, ...who }, { level: "B-B" })).then(
    () => true,
    (fault: unknown) => {
      if (fault instanceof BaseChanged) return false;
      throw fault;
    },
  );
  return { signed, keys };
}

/** Reads as `bytes` the first `after` times, and as `others` from then on. */
function swapped(bytes: Uint8Array, others: Uint8Array, after: number): ByteSource {
  let reads = 0;
  return {
    size: bytes.length,
    read: (offset, length) => {
      reads += 1;
      return Uint8Array.from((reads <= after ? bytes : others).subarray(offset, offset + length));
    },
  };
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
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
      { ...whole, length: whole.length + 1 },
      beginning(Buffer.concat([base, base])),
      beginning(flip(base.subarray(0, 100), 99)),
    ];
    for (const one of wrong) expect(await sign(bytesSource(base), [one, whole])).toEqual({ signed: false, keys: 0 });
  });

  it("never meets the key when it goes on behind all that was approved", async () => {
    for (const beginnings of [[], [beginning(base.subarray(0, base.length - 1))]])
      await expect(sign(bytesSource(base), beginnings)).rejects.toThrow(RangeError);
  });

  it("never meets the key when what was read to find out what to append is not what is digested, which is as approved", async () => {
    // In the comment behind the header, which is read but decides nothing.
    const other = flip(base, 11);
    expect(await sign(swapped(other, base, 0), [beginning(base)])).toEqual({ signed: true, keys: 1 });
    expect(await sign(swapped(other, base, 1), [beginning(base)])).toEqual({ signed: false, keys: 0 });
    expect(await sign(swapped(base, other, 1), [beginning(base)])).toEqual({ signed: false, keys: 0 });
  });
});

/** A file of which the byte at `at` is another whenever `isChanged` says so. */
function changing(bytes: Uint8Array, at: number, isChanged: () => boolean): ByteSource {
  const [was, is] = [bytesSource(bytes), bytesSource(flip(bytes, at))];
  return { size: bytes.length, read: (offset, length) => (isChanged() ? is : was).read(offset, length) };
}

describe("a pass", () => {
  const size = 20_000;
  const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 31) ^ (i >> 8));
  const far = 4_096;
  const readsOf = fc.array(fc.tuple(fc.nat(size), fc.nat(9_000)), { maxLength: 8 });
  const inside = (wanted: readonly (readonly [number, number])[]) =>
    wanted.map(([offset, length]) => [offset, Math.min(length, size - offset)] as const);

  it("notices every read that differs from what passes by, in whatever windows, and nothing far from all of them", () => {
    const lengths = fc.integer({ min: 1, max: size });
    fc.assert(
      fc.property(readsOf, fc.nat(size - 1), lengths, fc.boolean(), (wanted, at, windowLength, isChanged) => {
        const { source, beginPass } = openApproved(bytesSource(bytes), [beginning(bytes)]);
        const ranges = inside(wanted);
        for (const [offset, length] of ranges) {
          const read = source.read(offset, length);
          expect(Buffer.compare(read, bytes.subarray(offset, offset + length))).toBe(0);
        }
        const passing = isChanged ? flip(bytes, at) : bytes;
        const isRead = ([offset, length]: readonly [number, number], around = 0): boolean =>
          length > 0 && at >= offset - around && at < offset + length + around;
        const watch = beginPass();
        const pass = (): void => {
          for (let start = 0; start < size; start += windowLength)
            watch(start, passing.subarray(start, start + windowLength));
        };
        if (isChanged && ranges.some((range) => isRead(range))) expect(pass).toThrow(BaseChanged);
        else if (!isChanged || !ranges.some((range) => isRead(range, far))) pass();
      }),
      { examples: [[[[16_385, 0]], 16_384, 1, true]] },
    );
  });

  it("is about what was read since the one before", () => {
    let isChanged = false;
    const { source, beginPass } = openApproved(
      changing(bytes, 30, () => isChanged),
      [beginning(bytes)],
    );
    source.read(20, 20);
    beginPass()(0, bytes);
    isChanged = true;
    source.read(far, 5);
    beginPass()(0, bytes);
    source.read(20, 20);
    expect(() => beginPass()(0, bytes)).toThrow(BaseChanged);
  });

  it("is what a place reads the same until, whatever becomes of the file", () => {
    let isChanged = false;
    const { source } = openApproved(
      changing(bytes, 30, () => isChanged),
      [beginning(bytes)],
    );
    const first = source.read(20, 20);
    isChanged = true;
    expect(source.read(20, 20)).toEqual(first);
    expect(source.read(0, size)).toEqual(bytes);
  });

  it("knows of what was read from end to end as well, of a file that is joined of others", async () => {
    const joined = concatSource(bytesSource(bytes.subarray(0, 20)), bytesSource(bytes.subarray(20)));
    const { source, beginPass } = openApproved(joined, [beginning(bytes)]);
    for await (const _window of windowsOf(source));
    expect(() => beginPass()(0, flip(bytes, 40))).toThrow(BaseChanged);
  });
});

it("finds beginnings and the signature's digest in one pass", async () => {
  const bytes = Uint8Array.from({ length: 90 }, (_, i) => i);
  let passed = 0;
  const watch = (at: number, window: Uint8Array): void => {
    expect(at).toBe(passed);
    passed += window.length;
  };
  const beginnings = [beginning(bytes.subarray(0, 20)), beginning(bytes.subarray(0, 60))];
  const base = bytesSource(bytes.subarray(0, 60));
  let copied = 0;
  const copy = async (window: Uint8Array): Promise<void> => {
    copied += window.length;
  };
  const approved = { source: base, passing: base, beginnings, copy, beginPass: () => watch };
  const wanted = { byteRange: [0, 70, 80, 10], algorithm: "sha256", approved } as const;
  const { digest } = await continueDigest(bytesSource(bytes), wanted, null);
  expect(Buffer.from(digest)).toEqual(
    createHash("sha256").update(bytes.subarray(0, 70)).update(bytes.subarray(80)).digest(),
  );
  expect([passed, copied]).toEqual([70, 60]);
});
