/** Which OIDs certificates may name as their policy (RFC 5280 §4.2.1.4). */

/** The arc of OIDs that are nobody's: RFC 5612 keeps this enterprise number for examples. */
export const example_arc = "1.3.6.1.4.1.32473";

/** Arcs of at most 31 bits: outside programs, among them those of Go, read no longer ones. */
const arc_max = 2 ** 31 - 1;

/** Whether a text is an OID in dotted form that certificates can name (X.660 §6.2: the first two arcs are bounded). */
export function isPolicy(text: string): boolean {
  if (!/^[0-2](\.(0|[1-9]\d{0,9})){2,19}$/.test(text)) return false;
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  return (first === 2 || second < 40) && [second, ...rest].every((arc) => arc <= arc_max);
}
