/** Where one can be at the desk, by what follows `/operator/` in the address. */

/** The sections, in the order of their bar. */
export const deskSections = ["overview", "reviews", "cases", "organisations", "certificates", "authority"] as const;
/** One of them. */
export type DeskSection = (typeof deskSections)[number];

/** What an address leads to; one that is unknown leads to the overview. `of`: the case that a new one begins with, or whose certificates they are. */
export function placeOf(rest: string): {
  readonly at: DeskSection;
  readonly id: string | null;
  readonly of: string | null;
} {
  const [section, id = "", of = ""] = rest.split("/");
  const at = deskSections.find((one) => one === section) ?? "overview";
  return { at, id: id === "" || at === "overview" ? null : id, of: of === "" ? null : of };
}

/** The last part of the address where a person is recorded; no case has it as its id. */
export const new_case = "new";

/** The part of the address before an organisation's id, for all of its certificates; no certificate has it as its id. */
export const all_of = "of";

/** What follows `/operator/` for a section. */
export const restOf = (section: DeskSection): string => (section === "overview" ? "" : section);
/** The same for an organisation. */
export const restOfOrganisation = (id: string): string => `organisations/${id}`;
/** The same for a doubtful identification. */
export const restOfReview = (id: string): string => `reviews/${id}`;
/** The same for somebody who was met on site. */
export const restOfCase = (id: string): string => `cases/${id}`;
/** Where a person is recorded again, whose case this is. */
export const restOfCaseAgain = (id: string): string => `cases/${new_case}/${id}`;
/** The same for a certificate. */
export const restOfCertificate = (id: string): string => `certificates/${id}`;
/** The same for all certificates of an organisation. */
export const restOfAll = (organisationId: string): string => `certificates/${all_of}/${organisationId}`;
