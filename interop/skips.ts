/** Which judges may be missing where a missing judge fails the run. */

/**
 * Reads `interop/allowed-skips`: one `judge: reason` a line, `#` begins a comment.
 * @throws when a judge stands there without a reason
 */
export function parseAllowedSkips(text: string): ReadonlyMap<string, string> {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [judge = "", ...reason] = line.split(":");
      if (reason.join(":").trim() === "") throw new Error(`allowed-skips: "${judge}" has no reason`);
      return [judge.trim(), reason.join(":").trim()];
    }),
  );
}
