/**
 * `npm run gallery`: every screen of a signer in every state, de and en, three widths, two brands, light and dark, into shots/gallery
 * with one page to look at them. `-- --kept` takes only the two looks that are kept small in gallery/kept and compares them: a screen that
 * is missing, new or looks otherwise fails (`N passed, N failed`). `-- --keep` puts what is seen now in their place.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../e2e/browser.ts";
import { startProduct } from "../e2e/product.ts";
import { differenceOf } from "./compare.ts";
import { writeContactSheet } from "./contact-sheet.ts";
import { everyLook, keptLooks, type Walker } from "./looks.ts";
import { type Paper, walkScenes } from "./stage.ts";

const kept = join(import.meta.dirname, "kept");
const shots = join(import.meta.dirname, "../shots");
/** A half of a thousandth: a word more or less is above, the smoothing of a line is not counted at all. */
const sameUpTo = 0.0005;

const environment = {
  SIEGEL_CONTACT_EMAIL: "hilfe@vertrauen.example",
  SIEGEL_CONTACT_PHONE: "+49 40 66969 116",
  SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "1000",
};
const { values } = parseArgs({ options: { kept: { type: "boolean" }, keep: { type: "boolean" } } });
const small = values.kept === true || values.keep === true;
const folder = join(shots, small ? "kept" : "gallery");
rmSync(folder, { recursive: true, force: true });
const taken = await take(small ? keptLooks : everyLook, { folder, scale: small ? 0.5 : 1, onlyKept: small });
const faults = [...taken, ...seenTwice()];
writeContactSheet(folder);
for (const fault of faults) process.stdout.write(`failed: ${fault}\n`);
if (values.keep === true && faults.length === 0) keepPictures();
const [passed, failed] = values.kept === true ? comparePictures() : [pictures(folder).length, 0];
process.stdout.write(`look at ${join(folder, "index.html")}\n${passed} passed, ${failed + faults.length} failed\n`);
process.exitCode = failed + faults.length === 0 ? 0 : 1;

async function take(walkers: readonly Walker[], paper: Paper): Promise<readonly string[]> {
  const [product, browser] = await Promise.all([startProduct(environment), launchBrowser()]);
  try {
    const found: string[] = [];
    for (const walker of walkers) found.push(...(await walkScenes({ product, browser }, walker, paper)));
    return found;
  } finally {
    await browser.close();
    await product.stop();
  }
}

function pictures(of: string): readonly string[] {
  return existsSync(of) ? readdirSync(of).filter((name) => name.endsWith(".png")) : [];
}

/** Two screens of one look that are the same to the octet: one of them was not what stood there. */
function seenTwice(): readonly string[] {
  const first = new Map<string, string>();
  return pictures(folder).flatMap((name) => {
    const octets = readFileSync(join(folder, name)).toString("base64");
    const other = first.get(octets);
    first.set(octets, other ?? name);
    return other === undefined ? [] : [`${name}: shows what ${other} shows`];
  });
}

function keepPictures(): void {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  for (const name of pictures(folder)) copyFileSync(join(folder, name), join(kept, name));
}

/** How many are the same and how many are not; what differs is drawn beside the picture. */
function comparePictures(): [number, number] {
  let same = 0;
  const all = [...new Set([...pictures(kept), ...pictures(folder)])].toSorted();
  for (const name of all) {
    const why = whyDifferent(name);
    if (why === null) same += 1;
    else process.stdout.write(`failed: ${name}: ${why}\n`);
  }
  return [same, all.length - same];
}

function whyDifferent(name: string): string | null {
  const [before, now] = [join(kept, name), join(folder, name)];
  if (!existsSync(before)) return "is new; npm run gallery -- --keep keeps it";
  if (!existsSync(now)) return "was not to be had";
  const { share, picture } = differenceOf(readFileSync(before), readFileSync(now));
  if (share <= sameUpTo) return null;
  writeFileSync(now.replace(/\.png$/, ".differs.png"), picture);
  return `${(share * 100).toFixed(2)} % of its pixels differ`;
}
