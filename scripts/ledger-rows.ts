/** The ledger of requirements and the tests that prove them, read from their texts. */

/** One requirement; `prove` and `scope` as the head of the ledger explains them. */
export type LedgerRow = {
  readonly id: string;
  readonly requirement: string;
  readonly prove: string;
  readonly scope: string;
};

/** A row id as it stands in a title: `[S-042]`. */
const claim = /\[([A-Z]-\d{3})\]/g;
const title = /\b(?:describe|it|test)(?:\.\w+(?:\([^)]*\))?)*\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/g;

/**
 * Reads every table row of the ledger.
 * @throws when an id stands twice, since ids never change meaning
 */
export function parseLedger(markdown: string): readonly LedgerRow[] {
  const rows = markdown.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, id = "", requirement = "", , prove = "", scope = ""] = cells;
    return /^[A-Z]-\d{3}$/.test(id) && cells.length >= 7 ? [{ id, requirement, prove, scope }] : [];
  });
  const twice = rows.find((row, index) => rows.findIndex((other) => other.id === row.id) !== index);
  if (twice !== undefined) throw new Error(`${twice.id} stands twice in the ledger`);
  return rows;
}

/** Ids claimed by titles of tests in a file; a comment or a string elsewhere claims nothing. */
export function claimedRows(testText: string): readonly string[] {
  const titles = [...testText.matchAll(title)].map((match) => match[2] ?? "");
  return titles.flatMap((text) => [...text.matchAll(claim)].map((match) => match[1] ?? ""));
}

/** Ids that a judge of `interop/` claims: no test has its title, so a comment says `Proves [T-003].` where it is asked. */
export function judgedRows(text: string): readonly string[] {
  return [...text.matchAll(/\bProves ((?:\[[A-Z]-\d{3}\](?:, )?)+)/g)].flatMap(([, ids = ""]) =>
    [...ids.matchAll(claim)].map((match) => match[1] ?? ""),
  );
}

/** A row that a test names; `outside` where that test asks a program that was not written here. */
export type Claim = { readonly id: string; readonly outside: boolean };

/**
 * What the tests say of the ledger: rows without a proof, and claims of rows that do not exist. A row of the kind `judge` is proved only
 * where an outside program is asked.
 */
export function compareLedger(
  rows: readonly LedgerRow[],
  claims: readonly Claim[],
): { readonly open: readonly LedgerRow[]; readonly unknown: readonly string[] } {
  const claimed = new Set(claims.map(({ id }) => id));
  const judged = new Set(claims.filter(({ outside }) => outside).map(({ id }) => id));
  const known = new Set(rows.map((row) => row.id));
  return {
    open: rows.filter((row) => !(row.prove === "judge" ? judged : claimed).has(row.id)),
    unknown: [...claimed].filter((id) => !known.has(id)).sort(),
  };
}
