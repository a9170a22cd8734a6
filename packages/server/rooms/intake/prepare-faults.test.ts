import type { FileId } from "@siegel/contract/ids.ts";
import { type ByteSource, bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { monospaceShaper } from "../../../../fixtures/monospace-shaper.ts";
import { prepareDocument } from "./prepare-document.ts";

const task = {
  fileId: "file" as FileId,
  signers: [],
  limits: { fileBytesMax: 1e6, pagesMax: 10 },
  identity: new Uint8Array(16),
  language: "en" as const,
  isSigned: true,
  marks: { mark: "none" } as const,
};

/** A file in whose middle reading comes to what `fail` does. */
function failing(fail: () => never): ByteSource {
  const source = bytesSource(plainPdf());
  let reads = 0;
  return {
    size: source.size,
    read: (offset, length) => {
      reads += 1;
      return reads > 3 ? fail() : source.read(offset, length);
    },
  };
}

const prepare = (fail: () => never) =>
  prepareDocument(failing(fail), task, {
    rewrite: () => {
      throw new Error("nothing is to be written anew");
    },
    fonts: async () => monospaceShaper,
  });

describe("what reading a file comes to", () => {
  it.each([
    ["a byte outside of the file", () => bytesSource(new Uint8Array(1)).read(5, 1)],
    ["a number outside of a field", () => Buffer.alloc(2).writeUInt16BE(70_000)],
    ["an array of no length", () => new Array(-1)],
    ["bytes of no number", () => new Uint8Array(-1)],
    ["a property of nothing", () => (undefined as unknown as Uint8Array).length],
  ])("%s is a bug of ours, and no refusal of the file", async (_what, act) => {
    const fail = (): never => {
      act();
      throw new Error("it should have thrown");
    };
    await expect(prepare(fail)).rejects.toThrow(/out of range|outside|[Ii]nvalid|undefined/);
  });

  it.each([
    [
      "the end of the stack",
      (): never => {
        const descend = (depth: number): number => descend(depth + 1) + 1;
        throw new Error(`${descend(0)}`);
      },
    ],
    [
      "the end of what one value may hold",
      (): never => {
        throw new Error("x".repeat(2 ** 29).concat("x".repeat(2 ** 29)));
      },
    ],
  ])("%s is FILE_TOO_COMPLEX", async (_what, fail) => {
    expect(await prepare(fail)).toMatchObject({ ok: false, code: "FILE_TOO_COMPLEX" });
  });
});
