/**
 * `npm run gallery`: every screen of a signer in every state, de and en, three widths, two brands, light and dark, into shots/gallery
 * with one page to look at them. `-- --kept` takes only the two looks that are kept small in gallery/kept and compares them: a screen that is missing, new or looks otherwise fails (`N passed, N failed`). `-- --keep` puts what is seen now in their place.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../e2e/browser.ts";
import { startProduct } from "../e2e/product.ts";
import { compareWithKept, keptFolder, picturesIn } from "./compare.ts";
import { writeContactSheet } from "./contact-sheet.ts";
import { everyLook, keptLooks, type Walker } from "./looks.ts";
import { environment, type Paper, walkScenes } from "./stage.ts";

const shots = join(import.meta.dirname, "../shots");
const { values } = parseArgs({ options: { kept: { type: "boolean" }, keep: { type: "boolean" } } });
const small = values.kept === true || values.keep === true;
const folder = join(shots, small ? "kept" : "gallery");
rmSync(folder, { recursive: true, force: true });
const taken = await take(small ? keptLooks : everyLook, { folder, scale: small ? 0.5 : 1, onlyKept: small });
const faults = [...taken, ...seenTwice()];
writeContactSheet(folder);
for (const fault of faults) process.stdout.write(`failed: ${fault}\n`);
if (values.keep === true && faults.length === 0) keepPictures();
const { same, faults: differing } =
  values.kept === true ? compareWithKept(folder) : { same: picturesIn(folder).length, faults: [] };
for (const fault of differing) process.stdout.write(`failed: ${fault}\n`);
const [passed, failed] = [same, differing.length];
process.stdout.write(`look at ${join(folder, "index.html")}\n${passed} passed, ${failed + faults.length} failed\n`);
process.exitCode = failed + faults.length === 0 ? 0 : 1;

async function take(walkers: readonly Walker[], paper: Paper): Promise<readonly string[]> {
  process.env.FONTCONFIG_FILE = join(import.meta.dirname, "fonts.conf");
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

/** Two screens of one look that are the same to the byte: one of them was not what stood there. */
function seenTwice(): readonly string[] {
  const first = new Map<string, string>();
  return picturesIn(folder).flatMap((name) => {
    const bytes = readFileSync(join(folder, name)).toString("base64");
    const other = first.get(bytes);
    first.set(bytes, other ?? name);
    return other === undefined ? [] : [`${name}: shows what ${other} shows`];
  });
}

function keepPictures(): void {
  rmSync(keptFolder, { recursive: true, force: true });
  mkdirSync(keptFolder, { recursive: true });
  for (const name of picturesIn(folder)) copyFileSync(join(folder, name), join(keptFolder, name));
}
