import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BlobMissing, type Sha256Hex } from "../../ports/blobs.ts";
import { fileBlobs } from "./file-blobs.ts";

const folder = mkdtempSync(join(tmpdir(), "siegel-blobs-"));
const blobs = fileBlobs(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const part of stream) text += part.toString();
  return text;
}

describe("fileBlobs", () => {
  it("lends bytes that others put at the same moment", async () => {
    const bytes = [Buffer.from("put by everybody")];
    const { sha256 } = await blobs.put(bytes);
    // Long enough: before names were taken again where they were lost, some six lendings a second failed.
    const end = performance.now() + 1_500;
    const putting = async (): Promise<void> => {
      while (performance.now() < end) await blobs.put(bytes);
    };
    const lending = async (): Promise<void> => {
      while (performance.now() < end) {
        const lent = await blobs.asFile(sha256);
        expect(readFileSync(lent.path, "utf8")).toBe("put by everybody");
        await lent.close();
      }
    };
    await Promise.all([putting(), putting(), putting(), lending(), lending(), lending()]);
  });

  it("names content by its SHA-256, reads windows of it and streams ranges", async () => {
    const { sha256, size } = await blobs.put([Buffer.from("hello "), Buffer.from("world")]);
    expect(sha256).toBe(createHash("sha256").update("hello world").digest("hex"));
    expect(size).toBe(11);
    const opened = await blobs.open(sha256);
    expect(Buffer.from(opened.read(6, 5)).toString()).toBe("world");
    expect(() => opened.read(6, 6)).toThrow(RangeError);
    await opened.close();
    expect(await textOf(await blobs.stream(sha256))).toBe("hello world");
    expect(await textOf(await blobs.stream(sha256, { start: 4, end: 7 }))).toBe("o w");
  });

  it("takes the same content twice, at once", async () => {
    const [a, b] = await Promise.all([blobs.put([Buffer.from("twice")]), blobs.put([Buffer.from("twice")])]);
    expect(a).toEqual(b);
  });

  it("leaves nothing behind when the content breaks off", async () => {
    const broken = async function* () {
      yield Buffer.from("half");
      throw new Error("gone");
    };
    await expect(blobs.put(broken())).rejects.toThrow("gone");
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  describe("a draft", () => {
    const digestOf = (text: string) => createHash("sha256").update(text).digest("hex") as Sha256Hex;

    it("is found under its name once it was read back, and not before; closing leaves nothing else", async () => {
      const told: Sha256Hex[] = [];
      const sha256 = digestOf("step by step");
      const draft = await fileBlobs(folder, { remember: async (name) => void told.push(name) }).draft();
      for (const part of ["step ", "by ", "step"]) await draft.write(Buffer.from(part));
      await draft.keep(sha256, async (written) => {
        expect(Buffer.from(written.read(0, written.size)).toString()).toBe("step by step");
        await expect(blobs.open(sha256)).rejects.toThrow(BlobMissing);
        expect(told).toEqual([]);
      });
      await draft.close();
      expect(told).toEqual([sha256]);
      expect(await textOf(await blobs.stream(sha256))).toBe("step by step");
      expect(readdirSync(join(folder, "tmp"))).toEqual([]);
    });

    it("that does not hold when it is read back, or breaks off, is never under its name and leaves nothing", async () => {
      const told: Sha256Hex[] = [];
      const sha256 = digestOf("damaged");
      const draft = await fileBlobs(folder, { remember: async (name) => void told.push(name) }).draft();
      await draft.write(Buffer.from("damaged"));
      await expect(draft.keep(sha256, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
      await expect(draft.keep("../../x" as Sha256Hex, async () => undefined)).rejects.toThrow(RangeError);
      await draft.close();
      const brokenOff = await blobs.draft();
      await brokenOff.write(Buffer.from("half"));
      await brokenOff.close();
      expect(told).toEqual([]);
      await expect(blobs.open(sha256)).rejects.toThrow(BlobMissing);
      expect(readdirSync(join(folder, "tmp"))).toEqual([]);
    });
  });

  describe("discarding", () => {
    const later = () => new Date(Date.now() + 60_000);

    it("removes what is old, and says whether it did", async () => {
      const { sha256 } = await blobs.put([Buffer.from("left behind")]);
      expect(await blobs.discard(sha256, new Date(Date.now() - 60_000))).toBe(false);
      expect(await textOf(await blobs.stream(sha256))).toBe("left behind");
      expect(await blobs.discard(sha256, later())).toBe(true);
      await expect(blobs.open(sha256)).rejects.toThrow(BlobMissing);
      await expect(blobs.stream(sha256)).rejects.toThrow(BlobMissing);
      expect(await blobs.discard(sha256, later())).toBe(false);
    });

    it("spares old content that was put again", async () => {
      const { sha256 } = await blobs.put([Buffer.from("again")]);
      utimesSync(join(folder, sha256.slice(0, 2), sha256.slice(2)), new Date(0), new Date(0));
      await blobs.put([Buffer.from("again")]);
      expect(await blobs.discard(sha256, new Date(Date.now() - 60_000))).toBe(false);
      expect(await textOf(await blobs.stream(sha256))).toBe("again");
    });

    it("that a crash broke off loses nothing: a reader finds what was set aside", async () => {
      const { sha256 } = await blobs.put([Buffer.from("aside")]);
      const path = join(folder, sha256.slice(0, 2), sha256.slice(2));
      for (const read of [
        async () => void (await textOf(await blobs.stream(sha256))),
        async () => void (await (await blobs.open(sha256)).close()),
      ]) {
        renameSync(path, join(folder, "tmp", `discarded-${sha256}`));
        await read();
        expect(existsSync(path)).toBe(true);
      }
      expect(readdirSync(join(folder, "tmp"))).toEqual([]);
    });
  });

  describe("as a file", () => {
    it("can be read elsewhere, also when it is discarded meanwhile, with room for a result; closing leaves nothing", async () => {
      const { sha256 } = await blobs.put([Buffer.from("lent")]);
      const lent = await blobs.asFile(sha256);
      expect(await blobs.discard(sha256, new Date(Date.now() + 60_000))).toBe(true);
      expect(readFileSync(lent.path, "utf8")).toBe("lent");
      writeFileSync(lent.scratchPath, "result");
      const { sha256: result } = await blobs.put(lent.scratch());
      expect(await textOf(await blobs.stream(result))).toBe("result");
      await lent.close();
      expect(readdirSync(join(folder, "tmp"))).toEqual([]);
      await expect(blobs.asFile(sha256)).rejects.toThrow(BlobMissing);
    });

    it("is given back without a word where it cannot be removed: what was done with it is done", async () => {
      const { sha256 } = await blobs.put([Buffer.from("lent for long")]);
      const lent = await blobs.asFile(sha256);
      const [temporaries, aside] = [join(folder, "tmp"), join(folder, "aside")];
      renameSync(temporaries, aside);
      writeFileSync(temporaries, "no folder");
      await expect(blobs.removeLeftovers(new Date())).rejects.toMatchObject({ code: "ENOTDIR" });
      await lent.close();
      rmSync(temporaries);
      renameSync(aside, temporaries);
      expect(readdirSync(temporaries)).toHaveLength(1);
      await blobs.removeLeftovers(new Date(Date.now() + 60_000));
      expect(readdirSync(temporaries)).toEqual([]);
    });
  });

  describe("clearing away of leftovers", () => {
    it("removes lent files and drafts of processes that died, however often, and nothing younger", async () => {
      const left = (name: string, minutes: number): void => {
        const path = join(folder, "tmp", name);
        mkdirSync(path, { recursive: true });
        utimesSync(path, new Date(), new Date(Date.now() - minutes * 60_000));
      };
      const [old, young] = ["a".repeat(32), "b".repeat(32)];
      left(`read-${old}`, 61);
      left(`read-${young}`, 59);
      left(`discarded-${old}${old}`, 61);
      const draft = await blobs.draft();
      await draft.write(Buffer.from("half"));
      const [halfWritten = ""] = readdirSync(join(folder, "tmp")).filter((name) => /^[0-9a-f]{32}$/.test(name));
      await blobs.removeLeftovers(new Date(Date.now() - 3_600_000));
      expect(readdirSync(join(folder, "tmp")).toSorted()).toEqual(
        [halfWritten, `discarded-${old}${old}`, `read-${young}`].toSorted(),
      );
      await blobs.removeLeftovers(new Date(Date.now() + 60_000));
      expect(readdirSync(join(folder, "tmp"))).toEqual([`discarded-${old}${old}`]);
      await draft.close();
      for (const name of readdirSync(join(folder, "tmp"))) rmSync(join(folder, "tmp", name), { recursive: true });
    });
  });

  it("says what is missing", async () => {
    const nothing = "0".repeat(64) as Sha256Hex;
    await expect(blobs.open(nothing)).rejects.toThrow(BlobMissing);
    await expect(blobs.stream(nothing)).rejects.toThrow(BlobMissing);
    await expect(blobs.open("../../etc/passwd" as Sha256Hex)).rejects.toThrow(RangeError);
  });
});
