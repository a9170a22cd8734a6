/** What is read from a card, in the card's own letters (TR-03110-4 §2.2), whether it is played or real. */
import type { IdentityDocumentKind } from "@siegel/contract/identification.ts";
import type { PlayedPerson } from "../identity-wizard.ts";

/** The data groups that are asked for, and what kind of card it is. */
export type CardData = {
  /** DG1, DG2: as on the card's front, ICAO Doc 9303. */
  readonly documentType: string;
  readonly issuingState: string;
  /** DG3, YYYY-MM-DD. */
  readonly dateOfExpiry: string;
  /** DG4, DG5. */
  readonly givenNames: string;
  readonly familyNames: string;
  /** DG8, YYYYMMDD; blanks stand for what is unknown. */
  readonly dateOfBirth: string;
  /** DG10, DG13; null: not on this card. */
  readonly nationality: string | null;
  readonly birthName: string | null;
  /** A card, or its copy in a phone, which counts for less. */
  readonly eidType: "CardCertified" | "SEEndorsed";
};

const types: Readonly<Partial<Record<IdentityDocumentKind, string>>> = {
  id_card: "ID",
  residence_permit: "AR",
  eid_card: "UB",
};

/** Documents with this chip. */
export const chip_documents = Object.keys(types) as IdentityDocumentKind[];

/** The three letters of some countries; Germany has one. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  "DE:D AT:AUT BE:BEL BG:BGR CH:CHE CY:CYP CZ:CZE DK:DNK EE:EST ES:ESP FI:FIN FR:FRA GB:GBR GR:GRC HR:HRV HU:HUN IE:IRL IN:IND IS:ISL IT:ITA LI:LIE LT:LTU LU:LUX LV:LVA MT:MLT NL:NLD NO:NOR PL:POL PT:PRT RO:ROU RS:SRB SE:SWE SI:SVN SK:SVK SY:SYR TR:TUR UA:UKR US:USA"
    .split(" ")
    .map((pair) => pair.split(":")),
);

/** A card of this person; null: there is no such card. */
export function cardOf(person: PlayedPerson, eidType: CardData["eidType"]): CardData | null {
  const [documentType, issuingState, nationality] = [
    types[person.document],
    letters[person.country],
    letters[person.nationality],
  ];
  if (documentType === undefined || issuingState === undefined || nationality === undefined) return null;
  return {
    documentType,
    issuingState,
    dateOfExpiry: person.valid_until,
    givenNames: person.first_names,
    familyNames: person.last_name,
    dateOfBirth: person.birthdate.replaceAll("-", "").padEnd(8),
    nationality,
    birthName: person.birth_name === "" ? null : person.birth_name,
    eidType,
  };
}
