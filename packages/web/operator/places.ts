/** Where one can be at the desk, by what follows `/operator/` in the address. */

/** The sections, in the order of their bar. */
export const deskSections = ["overview", "organisations"] as const;
/** One of them. */
export type DeskSection = (typeof deskSections)[number];

/** What an address leads to; one that is unknown leads to the overview. */
export function placeOf(rest: string): { readonly at: DeskSection; readonly id: string | null } {
  const [section, id = ""] = rest.split("/");
  return section === "organisations" ? { at: section, id: id === "" ? null : id } : { at: "overview", id: null };
}

/** What follows `/operator/` for a section. */
export const restOf = (section: DeskSection): string => (section === "overview" ? "" : section);
/** The same for an organisation. */
export const restOfOrganisation = (id: string): string => `organisations/${id}`;
