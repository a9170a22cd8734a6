/** Codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 s, as every app reads them) and recovery codes. Pure. */
import { recovery_codes_made } from "@siegel/contract/limits.ts";
import { Secret, TOTP } from "otpauth";
import type { Random } from "../../ports/random.ts";

const secret_bytes = 20;
const period_s = 30;
/** A code of the step before or after counts too: clocks of phones are not exact. */
const steps_off_max = 1;

/** A new secret, base32. */
export const newTotpSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(secret_bytes)).buffer }).base32;

const totpOf = (secret: string, label = "", issuer = ""): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: period_s });

/** The address that an app reads from a QR code. */
export const totpUri = (
  secret: string,
  { label, issuer }: { readonly label: string; readonly issuer: string },
): string => totpOf(secret, label, issuer).toString();

/** The step of 30 s whose code this is, or null. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const off = totpOf(secret).validate({ token, timestamp, window: steps_off_max });
  return off === null ? null : Math.floor(timestamp / 1_000 / period_s) + off;
}

/** Crockford's letters: none looks like another. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const code_letters = 8;

/** New recovery codes, as they are shown: `7QK4-M2XD`, 40 random bits each. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: recovery_codes_made }, () => {
    const code = [...random.bytes(code_letters)].map((byte) => letters[byte % letters.length]).join("");
    return `${code.slice(0, 4)}-${code.slice(4)}`;
  });
}

/** A recovery code as somebody typed it, in one form; null: it can be none. */
export function parseRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return code.length === code_letters && [...code].every((letter) => letters.includes(letter)) ? code : null;
}
