/** Where the key-encryption key of the software key store comes from. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The 32 bytes of SIEGEL_KEY_ENCRYPTION_KEY (64 hex digits or base64), or in development those of a file in the data
 * folder, made with mode 0600 at the first start.
 * @throws when configured badly, or not at all outside development
 */
export function keyEncryptionKey(options: {
  configured: string | undefined;
  dataDir: string;
  development: boolean;
}): Uint8Array {
  if (options.configured !== undefined) return parseKeyEncryptionKey(options.configured, "SIEGEL_KEY_ENCRYPTION_KEY");
  if (!options.development) throw new Error("SIEGEL_KEY_ENCRYPTION_KEY is not set");
  const file = developmentKeyFile(options.dataDir);
  if (!existsSync(file)) writeKey(file, options.dataDir);
  return parseKeyEncryptionKey(readFileSync(file, "utf8").trim(), file);
}

/** Where development keeps its key-encryption key. */
export const developmentKeyFile = (dataDir: string): string => join(dataDir, "development-key-encryption-key");

/** 32 bytes in hex or base64. @throws naming `source` when they are not */
export function parseKeyEncryptionKey(text: string, source: string): Uint8Array {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  // Node reads over what is no base64, and would take a sentence.
  if (bytes.length !== 32 || !/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=?)$/.test(text))
    throw new Error(`${source} is not 32 bytes in hex or base64`);
  return new Uint8Array(bytes);
}

// Written aside and renamed, so that a crash leaves no half key; `wx` so that nobody's file is overwritten.
function writeKey(file: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(aside, file);
}
