/** Pictures of signatures (ISO/IEC 15948), given by whoever has a hand-over's secret. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { waveRaster } from "../../fixtures/signature-picture.ts";
import { type RasterLimits, readPng, writePng } from "../../packages/kernel/forms/png.ts";
import { PdfRefusal } from "../../packages/kernel/pdf/refusal.ts";
import { mutateBytes } from "../mutate/mutate-bytes.ts";
import type { Random } from "../random.ts";
import { mustHold, readThenJudge, type Target } from "../target.ts";

const limits: RasterLimits = { bytesMax: 44 * 1024, widthMax: 800, heightMax: 400 };

/** Target `png`. */
export const png: Target = {
  name: "png",
  seeds: [writePng(waveRaster({ width: 40, height: 20, line: 3 })), writePng(waveRaster({ width: 3, height: 2 }))],
  mutate: mutatePng,
  run: async (input) => {
    // What zlib could not unpack it lets go of in the next turn of the loop.
    await nextTurn();
    return await read(input);
  },
};

const read = readThenJudge(PdfRefusal, (input) => readPng(input, limits), judge);

/** Mostly with sums that fit what they are over: else nothing behind them would be read. */
function mutatePng(random: Random, seed: Uint8Array, other: Uint8Array): Uint8Array {
  const changed = Buffer.from(mutateBytes(random, seed, other));
  if (random.oneIn(4)) return changed;
  for (let at = 8; at + 12 <= changed.length; ) {
    const length = changed.readUInt32BE(at);
    if (length > changed.length - at - 12) break;
    changed.writeUInt32BE(crc32(changed.subarray(at + 4, at + 8 + length)), at + 8 + length);
    at += 12 + length;
  }
  return changed;
}

function judge({ width, height, rgba }: ReturnType<typeof readPng>): void {
  mustHold(width <= limits.widthMax && height <= limits.heightMax, `${width} by ${height} pixels`);
  mustHold(rgba.length === width * height * 4, `${rgba.length} bytes of ${width} by ${height} pixels`);
  const again = readPng(writePng({ width, height, rgba }), { ...limits, bytesMax: 2 * rgba.length + 4_096 });
  mustHold(Buffer.from(again.rgba).equals(rgba), "the same pixels once written");
}
