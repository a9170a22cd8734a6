/** An address as a page shows it that may be read by others: `e…a@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const letters = [...email.slice(0, at)];
  const last = letters.length > 2 ? letters.at(-1) : "";
  return `${letters[0] ?? ""}…${last}${email.slice(at)}`;
}
