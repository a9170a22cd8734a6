/** Where the name of a file may go on in the next line. Browsers break after spaces and hyphens by themselves, not at what else people put between words. */

/** The parts of a name, which together are the name: after a line, a comma and the like, before a point and what it begins; a number stays whole. */
export function partsOfName(name: string): readonly string[] {
  return name.split(/(?<=[_,;+&@=)\]])(?=[^_,;+&@=)\]])|(?<=[^.])(?=\.(?!\d))|(?=[([])/).filter((part) => part !== "");
}
