/** How a fault is told to the person at the terminal. */

/** Faults whose message is a sentence for that person: what is wrong, and what to do. */
const expected: readonly string[] = [
  "BackupUnusable",
  "CannotStart",
  "ConfigurationFault",
  "DatabaseNewer",
  "FolderInUse",
  "PostgresUnavailable",
  "SandboxUnavailable",
];

/** What is expected to go wrong says so itself; anything else shows where it came from. */
export function sentenceOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return expected.includes(fault.name) ? fault.message : (fault.stack ?? fault.message);
}
