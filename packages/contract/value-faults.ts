/**
 * What is wrong with a value of a request, where the schema's own kind of check (missing, too long, not a number) does not say it, and what to
 * do about it. The schemas carry the English sentence; the server says the German one where it is asked for (server/http/wire/said-issues.ts).
 */

import type { AccountFault } from "./account-rules.ts";
import type { CertificatePasswordFault } from "./certificate-password.ts";
import { initials_chars_max, placed_date_width_min_pt, placed_field_min_pt, placed_tick_min_pt } from "./limits.ts";
import type { Said } from "./said.ts";

const least = placed_field_min_pt;

/** The same, of fields of people with an account, by what account-rules.ts says. */
export const accountValueFaults = {
  required: { en: "this is needed", de: "das wird gebraucht" },
  tooLong: { en: "make it shorter", de: "fassen Sie es kürzer" },
  name: {
    en: "use letters, hyphens, dots, apostrophes and blanks only",
    de: "verwenden Sie nur Buchstaben, Bindestriche, Punkte, Apostrophe und Leerzeichen",
  },
  text: {
    en: "use letters, digits, blanks and - . & ' / , ( ) only",
    de: "verwenden Sie nur Buchstaben, Ziffern, Leerzeichen und - . & ' / , ( )",
  },
  registrationText: {
    en: "use letters, digits, blanks and - . ' / , ( ) only",
    de: "verwenden Sie nur Buchstaben, Ziffern, Leerzeichen und - . ' / , ( )",
  },
  email: {
    en: "this is no e-mail address; it needs an @ and a domain",
    de: "das ist keine E-Mail-Adresse; sie braucht ein @ und eine Domain",
  },
  passwordShort: {
    en: "a password has at least 8 characters",
    de: "ein Passwort hat mindestens 8 Zeichen",
  },
  passwordLetters: {
    en: "a password has a capital and a small letter",
    de: "ein Passwort hat einen Großbuchstaben und einen Kleinbuchstaben",
  },
  passwordDigit: { en: "a password has a digit", de: "ein Passwort hat eine Ziffer" },
  passwordSign: {
    en: "a password has one of ! @ # $ % ^",
    de: "ein Passwort hat eines der Zeichen ! @ # $ % ^",
  },
  passwordKnown: {
    en: "this password is well known; choose another one",
    de: "dieses Passwort ist allgemein bekannt; wählen Sie ein anderes",
  },
  passwordLong: {
    en: "a password has at most 1,024 characters",
    de: "ein Passwort hat höchstens 1.024 Zeichen",
  },
  passwordsDiffer: { en: "the two passwords are not the same", de: "die beiden Passwörter sind nicht gleich" },
  phone: {
    en: "this is no phone number that we can reach; write it with its country code",
    de: "das ist keine Telefonnummer, die wir erreichen; schreiben Sie sie mit Ländervorwahl",
  },
  phoneNotMobile: {
    en: "this is no mobile number; write one, or none",
    de: "das ist keine Mobilnummer; schreiben Sie eine, oder keine",
  },
} as const satisfies Readonly<Record<AccountFault, Said>>;

/** The same, of the password of a qualified certificate. */
export const certificatePasswordSaid = {
  passwordShort: accountValueFaults.passwordShort,
  passwordUpper: { en: "a password has a capital letter", de: "ein Passwort hat einen Großbuchstaben" },
  passwordLower: { en: "a password has a small letter", de: "ein Passwort hat einen Kleinbuchstaben" },
  passwordDigit: accountValueFaults.passwordDigit,
  passwordSign: {
    en: "this password has one of @ $ ! % * ? &",
    de: "dieses Passwort hat eines der Zeichen @ $ ! % * ? &",
  },
  passwordKnown: accountValueFaults.passwordKnown,
  passwordName: {
    en: "a password is more than your own name; choose another one",
    de: "ein Passwort ist mehr als Ihr eigener Name; wählen Sie ein anderes",
  },
  passwordLong: accountValueFaults.passwordLong,
} as const satisfies Readonly<Record<CertificatePasswordFault, Said>>;

/** Each once. They follow the path of their field and a colon. */
export const valueFaults = {
  ...accountValueFaults,
  id: {
    en: "this is not an id of this service; copy it from an answer of the API",
    de: "das ist keine Kennung dieses Dienstes; übernehmen Sie sie so, wie sie in einer Antwort der API steht",
  },
  line: {
    en: "take out line breaks, control characters, characters that nobody sees or that turn the writing, and letters with more than ten marks",
    de: "nehmen Sie Zeilenumbrüche, Steuerzeichen, Zeichen, die niemand sieht oder die die Schreibrichtung ändern, und Buchstaben mit mehr als zehn Zusatzzeichen heraus",
  },
  paragraphs: {
    en: "take out control characters, characters that nobody sees or that turn the writing, and letters with more than ten marks; line breaks may stay",
    de: "nehmen Sie Steuerzeichen, Zeichen, die niemand sieht oder die die Schreibrichtung ändern, und Buchstaben mit mehr als zehn Zusatzzeichen heraus; Zeilenumbrüche dürfen bleiben",
  },
  webhookAddress: {
    en: "this is no address that we can send to; write one that begins with https://, without a password and without #",
    de: "das ist keine Adresse, an die wir senden können; schreiben Sie eine, die mit https:// beginnt, ohne Passwort und ohne #",
  },
  nothingSeen: {
    en: "nothing in it can be seen; write something",
    de: "darin ist nichts zu sehen; schreiben Sie etwas hinein",
  },
  stepOfAddress: {
    en: "an address takes . and .. out; choose another name",
    de: "in einer Adresse fallen . und .. weg; wählen Sie einen anderen Namen",
  },
  reference: {
    en: "use 1 to 64 letters (A to Z, a to z), digits, - and _",
    de: "verwenden Sie 1 bis 64 Buchstaben (A bis Z, a bis z), Ziffern, - und _",
  },
  year: {
    en: "this moment lies after the year 9999; choose an earlier one",
    de: "dieser Zeitpunkt liegt nach dem Jahr 9999; wählen Sie einen früheren",
  },
  xml: {
    en: "take out the characters U+FFFE and U+FFFF",
    de: "nehmen Sie die Zeichen U+FFFE und U+FFFF heraus",
  },
  fieldName: {
    en: "a field's name has no full stop, and not the characters U+FFFE and U+FFFF",
    de: "der Name eines Felds hat keinen Punkt und nicht die Zeichen U+FFFE und U+FFFF",
  },
  leastPlace: {
    en: `make the field larger: at least ${least} by ${least} points, a date ${placed_date_width_min_pt} by ${least}, a checkbox ${placed_tick_min_pt} by ${placed_tick_min_pt}`,
    de: `machen Sie das Feld größer: mindestens ${least} mal ${least} Punkte, ein Datum ${placed_date_width_min_pt} mal ${least}, ein Kästchen ${placed_tick_min_pt} mal ${placed_tick_min_pt}`,
  },
  options: {
    en: "a field of kind choice needs options, and no other kind has any",
    de: "ein Feld der Art choice braucht options, und keine andere Art hat welche",
  },
  optionTwice: {
    en: "an option stands here twice; leave one out",
    de: "eine Möglichkeit steht hier zweimal; lassen Sie eine weg",
  },
  multiline: {
    en: "only a field of kind text has several lines; leave this out",
    de: "nur ein Feld der Art text hat mehrere Zeilen; lassen Sie das weg",
  },
  charsMax: {
    en: "only fields of kind text and initials have a limit of characters; leave this out",
    de: "nur Felder der Arten text und initials haben eine Höchstzahl von Zeichen; lassen Sie das weg",
  },
  initials: {
    en: `initials have at most ${initials_chars_max} characters`,
    de: `ein Kürzel hat höchstens ${initials_chars_max} Zeichen`,
  },
  contentOrUpload: {
    en: "give either content or upload_id, exactly one of them",
    de: "geben Sie entweder content oder upload_id an, genau eines von beiden",
  },
  base64: {
    en: "this is not base64 (RFC 4648 §4, without line breaks)",
    de: "das ist kein Base64 (RFC 4648 §4, ohne Zeilenumbrüche)",
  },
  points: {
    en: "give points, with one decimal at most",
    de: "geben Sie Punkte an, mit höchstens einer Nachkommastelle",
  },
  handoverToken: {
    en: "this is no secret of a hand-over; take the one from the address in the QR code",
    de: "das ist kein Schlüssel einer Übergabe; nehmen Sie den aus der Adresse im QR-Code",
  },
  timeZone: {
    en: "there is no such time zone; write it like Europe/Berlin",
    de: "diese Zeitzone gibt es nicht; schreiben Sie sie wie Europe/Berlin",
  },
  organizationIdentifier: {
    en: "write kind of register, country and number, like NTRDE-HRB160442",
    de: "schreiben Sie Art des Registers, Land und Nummer, wie NTRDE-HRB160442",
  },
  countryCode: {
    en: "write the country as two capital letters, like DE",
    de: "schreiben Sie das Land mit zwei Großbuchstaben, wie DE",
  },
  noText: {
    en: "here stands the character U+0000, which no text has; leave it out",
    de: "hier steht das Zeichen U+0000, das in keinem Text vorkommt; lassen Sie es weg",
  },
  otp: { en: "a code has six digits", de: "ein Code hat sechs Ziffern" },
  reason: { en: "write a reason that can be read", de: "schreiben Sie einen Grund, den man lesen kann" },
  pictureWidth: {
    en: "there are no pictures of this width; use one of those that /api/docs names for this call",
    de: "in dieser Breite gibt es keine Bilder; verwenden Sie eine, die /api/docs bei diesem Aufruf nennt",
  },
} as const satisfies Readonly<Record<string, Said>>;
