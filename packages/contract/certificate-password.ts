/**
 * What the password of a qualified certificate must be when it is chosen (signer-side.md §5; decisions.md §7). Pure: web and server ask the
 * same rule. On the server that is the process of the signing module, since no other has the password as text.
 */
import { password_chars_max } from "./limits.ts";
import { isWellKnown, plainLetters } from "./well-known-passwords.ts";

/** The fewest characters of a certificate's password. */
export const certificate_password_chars_min = 8;

/** What of it can be seen while one types; the order is that of the list beside the field. */
const classes = {
  passwordShort: (password) => [...password].length >= certificate_password_chars_min,
  passwordUpper: (password) => /\p{Lu}/u.test(password),
  passwordLower: (password) => /\p{Ll}/u.test(password),
  passwordDigit: (password) => /\p{Nd}/u.test(password),
  passwordSign: (password) => /[@$!%*?&]/.test(password),
} as const satisfies Readonly<Record<string, (password: string) => boolean>>;

type ClassFault = keyof typeof classes;
const classNames = Object.keys(classes) as ClassFault[];

/** A rule that a password breaks. `passwordName`: it is little more than the person's own name. */
export type CertificatePasswordFault = ClassFault | "passwordKnown" | "passwordName" | "passwordLong";

/** Whose certificate it is. */
export type PasswordOwner = { readonly firstName: string; readonly lastName: string };

/** Every rule that a new password breaks. Any other character is welcome, and so is a long one. */
export function certificatePasswordFaults(typed: string, owner: PasswordOwner): readonly CertificatePasswordFault[] {
  // Before any pattern: one over megabytes takes long.
  if ([...typed.slice(0, 2 * password_chars_max + 1)].length > password_chars_max) return ["passwordLong"];
  const password = typed.normalize("NFC");
  return [
    ...classNames.filter((rule) => !classes[rule](password)),
    ...(isWellKnown(password) ? (["passwordKnown"] as const) : []),
    ...(isOwnName(password, owner) ? (["passwordName"] as const) : []),
  ];
}

/** What is wrong with the second field: nothing in it, or something else than in the first. */
export function certificateConfirmationFault(
  password: string,
  confirmation: string,
): "required" | "passwordsDiffer" | null {
  if (confirmation === "") return "required";
  return password.normalize("NFC") === confirmation.normalize("NFC") ? null : "passwordsDiffer";
}

/** With fewer other letters than these it is the name with something around it. */
const other_letters_min = 4;

function isOwnName(password: string, { firstName, lastName }: PasswordOwner): boolean {
  return [wide, narrow].some((fold) => {
    const names = [firstName, lastName]
      .flatMap((name) => [lettersOf(fold(name)), ...fold(name).split(/[^\p{L}]+/u)])
      .filter((name) => [...name].length > 1)
      // The longest first: of "Anna-Maria" nothing is left then.
      .toSorted((a, b) => b.length - a.length);
    return [fold(password), plainLetters(fold(password))].some((form) => {
      const letters = lettersOf(form);
      const rest = names.reduce((left, name) => left.replaceAll(name, ""), letters);
      return rest !== letters && [...rest].length < other_letters_min;
    });
  });
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, "");
const narrow = (text: string): string =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };
const wide = (text: string): string =>
  narrow(
    text
      .toLowerCase()
      .normalize("NFC")
      .replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter),
  );
