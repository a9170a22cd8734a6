/**
 * A scan as an office's machine leaves it: one photograph a page, each page an object beside its picture, a flat page tree and
 * a plain cross-reference table at the end. No text, nothing to compress, and what opens it is scattered over all of it.
 */
import type { Browser } from "playwright-core";

/** A4 at 200 dots an inch. */
const picture = { width: 1_654, height: 2_339 } as const;
const different_pictures = 12;

/** A scan of `pages` pages of about `pageBytes` each; the pictures are painted and compressed by `browser`. */
export async function makeScan(
  browser: Browser,
  { pages, pageBytes }: { readonly pages: number; readonly pageBytes: number },
): Promise<Uint8Array> {
  const pictures: Buffer[] = [];
  for (let seed = 1; seed <= Math.min(pages, different_pictures); seed += 1)
    pictures.push(await paint(browser, seed, pageBytes));
  const kids = Array.from({ length: pages }, (_, at) => `${3 + at * 3} 0 R`).join(" ");
  const objects: Buffer[] = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Count ${pages} /Kids [${kids}] /MediaBox [0 0 595 842] >>`),
  ];
  for (let page = 0; page < pages; page += 1)
    objects.push(...pageObjects(3 + page * 3, pictures[page % pictures.length]));
  return writeFile(objects);
}

function pageObjects(num: number, jpeg: Buffer | undefined): Buffer[] {
  if (jpeg === undefined) throw new Error("a page without its picture");
  const { width, height } = picture;
  return [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /Contents ${num + 1} 0 R /Resources << /XObject << /I ${num + 2} 0 R >> >> >>`,
    ),
    stream("", Buffer.from("q 595 0 0 842 0 0 cm /I Do Q")),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
  ];
}

const stream = (entries: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from("\nendstream")]);

function writeFile(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let at = parts[0]?.length ?? 0;
  const entries = ["0000000000 65535 f \n"];
  for (const [index, object] of objects.entries()) {
    const written = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    entries.push(`${String(at).padStart(10, "0")} 00000 n \n`);
    parts.push(written);
    at += written.length;
  }
  const size = entries.length;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n${entries.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Lines like writing on grain like paper; the grain is what a JPEG is long of. */
async function paint(browser: Browser, seed: number, bytes: number): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const encoded = await page.evaluate(paintInPage, { ...picture, seed, bytes });
    return Buffer.from(encoded, "base64");
  } finally {
    await page.close();
  }
}

async function paintInPage({
  width,
  height,
  seed,
  bytes,
}: {
  width: number;
  height: number;
  seed: number;
  bytes: number;
}): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("no canvas");
  const image = drawing.createImageData(width, height);
  let state = seed * 2_654_435_761;
  for (let at = 0; at < image.data.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const grain = 226 + ((state >>> 24) % 30);
    image.data.set([grain, grain, grain - 8, 255], at);
  }
  drawing.putImageData(image, 0, 0);
  drawing.fillStyle = "#1b1f22";
  drawing.font = "34px serif";
  for (let y = 180; y < height - 160; y += 54)
    drawing.fillText(`${seed}/${y} Die Mieterin zahlt bis zum dritten Werktag ${y * seed} Euro.`, 170, y);
  let best: Blob | null = null;
  for (let quality = 0.9; quality > 0.02 && (best === null || best.size > bytes); quality *= 0.8)
    best = await canvas.convertToBlob({ type: "image/jpeg", quality });
  let text = "";
  for (const byte of new Uint8Array((await best?.arrayBuffer()) ?? new ArrayBuffer(0)))
    text += String.fromCharCode(byte);
  return btoa(text);
}
