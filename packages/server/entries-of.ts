/** The entries of a list in the environment, separated by commas or spaces. */
export const entriesOf = (list: string): string[] => list.split(/[\s,]+/).filter((entry) => entry !== "");
