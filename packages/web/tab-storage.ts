/**
 * What a tab keeps by name until it is closed, as JSON. What the browser does not take, because it is full or may not store anything, the
 * page keeps by itself until it is left: no step of a signer ends there.
 */
const memory = new Map<string, string>();

/** What is kept under a name; null without it, and where somebody else wrote there. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(memory.get(key) ?? sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value under a name in place of the one before. */
export function keep(key: string, value: unknown): void {
  const json = JSON.stringify(value);
  try {
    sessionStorage.setItem(key, json);
    memory.delete(key);
  } catch {
    drop(key); // after a reload rather nothing than what is no longer so
    memory.set(key, json);
  }
}

/** Forgets what is kept under a name. */
export function drop(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing may be stored: nothing is.
  }
}

/** Forgets everything but what is kept under these names. */
export function dropAllBut(...names: readonly string[]): void {
  const kept = names.map((name) => [name, readKept(name)] as const);
  memory.clear();
  try {
    sessionStorage.clear();
  } catch {
    // Nothing may be stored: nothing is.
  }
  for (const [name, value] of kept) if (value !== null) keep(name, value);
}
