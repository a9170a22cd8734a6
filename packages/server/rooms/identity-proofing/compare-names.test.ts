import { describe, expect, it } from "vitest";
import { compareNames } from "./compare-names.ts";

type Row = readonly [why: string, invited: string, document: string, birthName?: string | null];

/** First names and surname, parted by a bar. */
const compared = (invited: string, document: string, birthName: string | null) => {
  const [firstName = "", lastName = ""] = invited.split("|");
  const [firstNames = "", onDocument = ""] = document.split("|");
  return compareNames({ firstName, lastName }, { firstNames, lastName: onDocument, birthName });
};

const pairOf = ([why, invited, document, birthName = null]: Row) => ({ why, invited, document, birthName });

const same: readonly Row[] = [
  ["capitals of a card", "Erika|Mustermann", "ERIKA|MUSTERMANN"],
  ["umlaut written out on the card", "Jürgen|Müller", "JUERGEN|MUELLER"],
  ["umlaut written out in the invitation", "Juergen|Mueller", "JÜRGEN|MÜLLER"],
  ["umlaut dropped on the document", "Jürgen|Müller", "Jurgen|Muller"],
  ["umlaut dropped in the invitation", "Jurgen|Muller", "JÜRGEN|MÜLLER"],
  ["Ä", "Käthe|Bär", "KAETHE|BAER"],
  ["Ö", "Jörg|Köhler", "JOERG|KOEHLER"],
  ["sharp s", "Anna|Groß", "ANNA|GROSS"],
  ["capital sharp s", "Anna|GROẞ", "ANNA|GROSS"],
  ["sharp s only on the document", "Anna|Gross", "Anna|Groß"],
  ["Polish l", "Łukasz|Żak", "LUKASZ|ZAK"],
  ["Polish letters", "Małgorzata|Wiśniewska", "MALGORZATA|WISNIEWSKA"],
  ["Danish o", "Søren|Jørgensen", "SOEREN|JOERGENSEN"],
  ["Danish o dropped", "Søren|Jørgensen", "SOREN|JORGENSEN"],
  ["Norwegian a", "Åse|Ås", "AASE|AAS"],
  ["Swedish a dropped", "Åsa|Ånger", "ASA|ANGER"],
  ["ae as one letter", "Ægir|Thorsson", "AEGIR|THORSSON"],
  ["Icelandic thorn", "Þóra|Jónsdóttir", "THORA|JONSDOTTIR"],
  ["Croatian d", "Đuro|Đaković", "DURO|DAKOVIC"],
  ["Czech letters", "Jiří|Dvořák", "JIRI|DVORAK"],
  ["French accents", "François|Lefèvre", "FRANCOIS|LEFEVRE"],
  ["Spanish tilde", "Begoña|Ibáñez", "BEGONA|IBANEZ"],
  ["Romanian letters", "Ștefan|Țurcanu", "STEFAN|TURCANU"],
  ["Turkish letters", "Çağla|Şahin", "CAGLA|SAHIN"],
  ["Hungarian double acute", "Győző|Erdős", "GYOZO|ERDOS"],
  ["decomposed letters", "Zoe\u0308|A\u030Angstro\u0308m", "ZOË|ÅNGSTRÖM"],
  ["wide letters", "Ｅｒｉｋａ|Mustermann", "ERIKA|MUSTERMANN"],
  ["title in the invitation", "Dr. Eva|Lang", "EVA|LANG"],
  ["two titles", "Prof. Dr. Eva|Lang", "EVA|LANG"],
  ["title on the document", "Eva|Lang", "EVA|DR. LANG"],
  ["hyphen and space", "Karl-Heinz|Meier", "KARL HEINZ|MEIER"],
  ["double name, hyphen and space", "Eva|Meier-Schulz", "EVA|MEIER SCHULZ"],
  ["spaces around a hyphen", "Eva|Meier - Schulz", "EVA|MEIER-SCHULZ"],
  ["apostrophes", "Sean|O’Neill", "SEAN|O'NEILL"],
  ["apostrophe and space", "Sean|O Neill", "SEAN|O'NEILL"],
  ["von", "Otto|von Berg", "OTTO|VON BERG"],
  ["Dutch particles", "Jan|van der Meer", "JAN|VAN DER MEER"],
  ["more first names on the document", "Erika|Mustermann", "ERIKA MARIA|MUSTERMANN"],
  ["a later first name is the one used", "Maria|Mustermann", "ERIKA MARIA|MUSTERMANN"],
  ["two of three first names", "Erika Luise|Mustermann", "ERIKA MARIA LUISE|MUSTERMANN"],
  ["name at birth", "Erika|Gabler", "ERIKA|MUSTERMANN", "GABLER"],
  ["name at birth with umlaut", "Erika|Köhler", "ERIKA|MUSTERMANN", "KOEHLER"],
  ["stray blanks", " Erika |  Mustermann ", "ERIKA|MUSTERMANN"],
];

const doubtful: readonly Row[] = [
  ["another first name", "Anna|Berg", "ANNE|BERG"],
  ["another surname", "Erika|Mustermann", "ERIKA|MUSTERFRAU"],
  ["first and last swapped", "Otto|Karl", "KARL|OTTO"],
  ["von left out", "Otto|Berg", "OTTO|VON BERG"],
  ["von added", "Otto|von Berg", "OTTO|BERG"],
  ["half of a double name", "Eva|Meier", "EVA|MEIER-SCHULZ"],
  ["the other half", "Eva|Schulz", "EVA|MEIER-SCHULZ"],
  ["double name turned round", "Eva|Schulz-Meier", "EVA|MEIER-SCHULZ"],
  ["more first names than the document has", "Erika Maria|Mustermann", "ERIKA|MUSTERMANN"],
  ["first names in another order", "Maria Erika|Mustermann", "ERIKA MARIA|MUSTERMANN"],
  ["a short form", "Hans|Meier", "JOHANNES|MEIER"],
  ["an initial", "E.|Mustermann", "ERIKA|MUSTERMANN"],
  ["one name only", "Suharto|Suharto", "|SUHARTO"],
  ["a first name moved to the surname", "Anna|Maria Berg", "ANNA MARIA|BERG"],
  ["a surname moved to the first names", "Anna Maria|Berg", "ANNA|MARIA BERG"],
  ["letters that are no umlaut", "Manuel|Joel", "MANUL|JOL"],
  ["another transliteration", "Mohammed|Haddad", "MUHAMMAD|HADDAD"],
  ["name at birth of somebody else", "Erika|Gabler", "ERIKA|MUSTERMANN", "SCHMIDT"],
  ["name at birth with another first name", "Anna|Gabler", "ERIKA|MUSTERMANN", "GABLER"],
  ["nothing on the document", "Erika|Mustermann", "|"],
];

/** Parts as they are, with whatever stands in them. */
type Parts = readonly [first: string, last: string];
type Whole = readonly [why: string, invited: Parts, document: Parts, birthName?: string];
const whole = ([why, [firstName, lastName], [firstNames, there], birthName = ""]: Whole) => ({
  ...{ why, invited: { firstName, lastName } },
  document: { firstNames, lastName: there, birthName: birthName === "" ? null : birthName },
});
const madeUp: readonly Whole[] = [
  ["a bar in the first name", ["Erika|Mustermann", "Wiebke Harms"], ["ERIKA", "MUSTERMANN"]],
  ["a wide bar in the first name", ["Erika｜Mustermann", "Wiebke Harms"], ["ERIKA", "MUSTERMANN"]],
  ["a bar at the end of the first name", ["Erika|Mustermann|", "Harms"], ["ERIKA", "MUSTERMANN"]],
  ["a bar and the name at birth", ["Erika|Gabler", "Harms"], ["ERIKA", "MUSTERMANN"], "GABLER"],
  ["a bar on the document", ["Erika", "Mustermann"], ["ERIKA|MUSTERMANN", "HARMS"]],
  ["a bar instead of a surname", ["Erika|Mustermann", "|"], ["ERIKA", "MUSTERMANN"]],
];

const sameMarks: readonly Row[] = [
  ["Vietnamese marks", "Nguyễn|Trần", "NGUYEN|TRAN"],
  ["Greek accents", "Γιώργος|Παπαδόπουλος", "ΓΙΩΡΓΟΣ|ΠΑΠΑΔΟΠΟΥΛΟΣ"],
  ["Cyrillic short i", "Сергей|Зайцев", "СЕРГЕИ|ЗАИЦЕВ"],
  ["Devanagari", "सुनीता|शर्मा", "सुनीता|शर्मा"],
];
const otherMarks: readonly Row[] = [
  ["another vowel in Devanagari", "सुनीता|शर्मा", "सनीता|शर्मा"],
  ["another vowel in Thai", "กิตติ|สุข", "กุตติ|สุข"],
  ["another tone in Thai", "แก้ว|สุข", "แก่ว|สุข"],
  ["another vowel in Lao", "ບຸນ|ສີ", "ບິນ|ສີ"],
  ["a surname with another vowel", "सुनीता|गुप्ता", "सुनीता|गप्ता"],
  ["another sound in Japanese", "かな|たなか", "がな|たなか"],
];

describe("the name on a document and the one in an invitation", () => {
  it.each(same.map(pairOf))("are the same: $why", ({ invited, document, birthName }) => {
    expect(compared(invited, document, birthName)).toBe("same");
  });
  it.each(doubtful.map(pairOf))("are for a person to compare: $why", ({ invited, document, birthName }) => {
    expect(compared(invited, document, birthName)).toBe("doubtful");
  });
  it.each(madeUp.map(whole))("are for a person to compare: $why", ({ invited, document }) => {
    expect(compareNames(invited, document)).toBe("doubtful");
  });
  it.each(sameMarks.map(pairOf))("are the same without marks that may go: $why", ({ invited, document, birthName }) => {
    expect(compared(invited, document, birthName)).toBe("same");
  });
  it.each(otherMarks.map(pairOf))("are others with other vowels or tones: $why", ({ invited, document, birthName }) => {
    expect(compared(invited, document, birthName)).toBe("doubtful");
  });
  it("stand in sixty pairs and some more", () => {
    expect(same.length + doubtful.length).toBeGreaterThanOrEqual(60);
  });
});
