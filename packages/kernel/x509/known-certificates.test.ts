import { beforeAll, describe, expect, it } from "vitest";
import { type Hierarchy, makeHierarchy } from "../../../fixtures/hierarchy.ts";
import { DerError } from "../asn1/der.ts";
import type { Certificate } from "./certificate.ts";
import { knownCertificates } from "./known-certificates.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

const copyOf = ({ der }: Certificate): Uint8Array => Uint8Array.from(der);

describe("a memory for certificates", () => {
  it("answers one object for the same bytes", () => {
    const read = knownCertificates(2);
    expect(read(copyOf(tree.root.certificate))).toBe(read(copyOf(tree.root.certificate)));
  });

  it("answers another object for bytes that differ in one bit", () => {
    const read = knownCertificates(2);
    const first = read(copyOf(tree.root.certificate));
    const other = copyOf(tree.root.certificate);
    const last = other.length - 1;
    other[last] = (other[last] ?? 0) ^ 1;
    expect(read(other)).not.toBe(first);
    expect(read(other).signature).not.toEqual(first.signature);
  });

  it("keeps what it read when the caller's buffer is used again", () => {
    const read = knownCertificates(2);
    const buffer = copyOf(tree.root.certificate);
    const first = read(buffer);
    buffer.fill(0);
    expect(first.der).toEqual(tree.root.certificate.der);
  });

  it("forgets what was asked for longest ago", () => {
    const read = knownCertificates(1);
    const first = read(copyOf(tree.root.certificate));
    read(copyOf(tree.issuingCa.certificate));
    expect(read(copyOf(tree.root.certificate))).not.toBe(first);
  });

  it("refuses what is no certificate, and refuses it again", () => {
    const read = knownCertificates(2);
    for (let i = 0; i < 2; i++) expect(() => read(new Uint8Array([0x30, 0x00]))).toThrow(DerError);
  });
});
