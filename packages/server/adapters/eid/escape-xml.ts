/** Text for XML that we write; apart from the parser, which is loaded with the first message. */

/** Text as it stands in an element or an attribute. Characters that XML 1.0 §2.2 does not allow are left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
