import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { passphraseFrom, type Terminal } from "./ask-passphrase.ts";

/** A terminal at which somebody types: each part as it comes. */
function terminal(isTTY: boolean, ...parts: readonly string[]) {
  const input = new EventEmitter();
  const [shown, modes]: [string[], boolean[]] = [[], []];
  const own = {
    input: Object.assign(input, {
      isTTY,
      setRawMode: (raw: boolean) => modes.push(raw),
      resume: () =>
        void setImmediate(() => {
          for (const part of parts) input.emit("data", Buffer.from(part));
        }),
      pause: () => undefined,
    }),
    output: { write: (text: string) => shown.push(text) > 0 },
  } as unknown as Terminal;
  return { own, shown, modes };
}

it.each([
  ["typed at once", ["Wörter für die Wurzel\r"], "Wörter für die Wurzel"],
  ["typed key by key, with one taken back", ["a", "b", "\u007f", "c", "\n"], "ac"],
  ["given up", ["abc", "\u0003"], null],
] as const)("takes a passphrase that is %s, and shows nothing of it", async (_how, parts, taken) => {
  const { own, shown, modes } = terminal(true, ...parts);
  expect(await passphraseFrom(undefined, "Passphrase: ", own)).toBe(taken);
  expect(shown).toEqual(["Passphrase: ", "\n"]);
  expect(modes).toEqual([true, false]);
});

it("takes the first line of a file, and nothing where there is neither file nor terminal", async () => {
  const folder = mkdtempSync(join(tmpdir(), "siegel-phrase-"));
  writeFileSync(join(folder, "phrase"), "aus der Datei \nund mehr\n");
  const { own } = terminal(false);
  expect(await passphraseFrom(join(folder, "phrase"), "", own)).toBe("aus der Datei ");
  expect(await passphraseFrom(undefined, "", own)).toBeNull();
  rmSync(folder, { recursive: true });
});
