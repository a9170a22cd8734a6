/** Makes what people typed harmless in a mail. */

/** Text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** One line: no line breaks that could start a header or a second fact, no control or direction characters that could disguise one. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .trim();
}

/**
 * A name that mail programs make no link of: they take `evil.example/win` for an address. A narrow blank behind the dot looks as in
 * `Dr. Müller`, and no program reads an address across it. Names stay as they are everywhere else.
 */
export const unlinked = (name: string): string =>
  name.replace(/(?<=[\p{L}\p{M}\p{Nd}])\.(?=[\p{L}\p{Nd}])/gu, ".\u202f").replace(/:(?=\/\/)/g, ":\u202f");
