/**
 * What people with an account may write into their fields (admin-side.md §5; decisions.md §8, §11). Pure, without a schema library: the
 * server's schemas ask these (account-fields.ts), and the web before it sends anything. Each answers the key of what is wrong, or null.
 */
import { email_chars_max, password_chars_max } from "./limits.ts";
import { isWellKnown } from "./well-known-passwords.ts";

/** What is wrong with a field. */
export type AccountFault =
  | "required"
  | "tooLong"
  | "name"
  | "text"
  | "registrationText"
  | "email"
  | PasswordFault
  | "passwordsDiffer"
  | "phone"
  | "phoneNotMobile";

/** Length of a person's name or a street's, characters. */
export const account_name_chars_max = 100;
/** Length of any other line of an account, characters. */
export const account_text_chars_max = 200;

// Accented letters are letters, however they were typed: as one character, or as a letter with its marks.
const nameLine = /^[\p{L}\p{M}\-.'’\p{Zs}]*$/u;
const textLine = /^[\p{L}\p{M}\p{Nd}\-.&'’/,()\p{Zs}]*$/u;
const registrationLine = /^[\p{L}\p{M}\p{Nd}\-.'’/,()\p{Zs}]*$/u;
/** Marks upon one letter: no writing needs as many (text.ts). */
const tower = /\p{M}{11}/u;

/** First name, last name, street: letters, hyphen, dot, apostrophe and blanks, and at least one letter. */
export const nameFault = (typed: string): AccountFault | null =>
  lineFault(typed, { pattern: nameLine, says: /\p{L}/u, charsMax: account_name_chars_max, fault: "name" });

/** Any other line, also a contact person: digits, ampersand, slash, comma and brackets too. */
export const textFault = (typed: string): AccountFault | null =>
  lineFault(typed, { pattern: textLine, says: /[\p{L}\p{Nd}]/u, charsMax: account_text_chars_max, fault: "text" });

/** The same where an organisation registers: no ampersand. */
export const registrationTextFault = (typed: string): AccountFault | null =>
  lineFault(typed, {
    pattern: registrationLine,
    says: /[\p{L}\p{Nd}]/u,
    charsMax: account_text_chars_max,
    fault: "registrationText",
  });

function lineFault(
  typed: string,
  rule: { readonly pattern: RegExp; readonly says: RegExp; readonly charsMax: number; readonly fault: AccountFault },
): AccountFault | null {
  const line = typed.trim();
  if (line === "") return "required";
  // Before any pattern: one over megabytes takes long.
  if (line.length > rule.charsMax) return "tooLong";
  return rule.pattern.test(line) && rule.says.test(line) && !tower.test(line) ? null : rule.fault;
}

// RFC 5321 §4.1.2 without quoted forms; a domain of at least two labels, also with letters beyond ASCII.
const mailbox =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?\.)+[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}]$/u;

/** An e-mail address has a mailbox, @ and a domain. */
export function emailFault(typed: string): AccountFault | null {
  const address = typed.trim();
  if (address === "") return "required";
  if (address.length > email_chars_max) return "tooLong";
  return mailbox.test(address) ? null : "email";
}

/** The fewest characters of an account's password. */
export const account_password_chars_min = 8;

/** What a password must have; the order is that of the list beside the field. */
const passwordRules = {
  passwordShort: (password) => [...password].length >= account_password_chars_min,
  passwordLetters: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  passwordDigit: (password) => /\p{Nd}/u.test(password),
  passwordSign: (password) => /[!@#$%^]/.test(password),
} as const satisfies Readonly<Record<string, (password: string) => boolean>>;

/** A rule that a password breaks; `passwordKnown`: everybody who guesses tries it first. */
export type PasswordFault = keyof typeof passwordRules | "passwordKnown" | "passwordLong";

/** The rules that a person can see fulfilled while they type. */
export const shownPasswordRules = Object.keys(passwordRules) as (keyof typeof passwordRules)[];

/** Everything that is wrong with a new password. Other characters than those asked for are welcome, and so are long ones (decisions.md §8). */
export function passwordFaults(typed: string): readonly PasswordFault[] {
  if (typed.length > password_chars_max) return ["passwordLong"];
  const password = typed.normalize("NFC");
  const broken = shownPasswordRules.filter((rule) => !passwordRules[rule](password));
  return isWellKnown(password) ? [...broken, "passwordKnown"] : broken;
}

/** What is wrong first with a new password. */
export const passwordFault = (typed: string): AccountFault | null =>
  typed === "" ? "required" : (passwordFaults(typed)[0] ?? null);

/** The confirmation is the password once more. */
export function confirmationFault(password: string, confirmation: string): AccountFault | null {
  if (confirmation === "") return "required";
  return password.normalize("NFC") === confirmation.normalize("NFC") ? null : "passwordsDiffer";
}
