/** The organisation's logo inside a mail: as a part of it, since mail programs show neither data URLs nor strangers' pictures. */
import type { MailPart } from "../../ports/mail.ts";

const extensions = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif" } as const;

/** A data URL as an inline part; null for what mail programs do not draw (SVG, WebP). */
export function logoPart(dataUrl: string): MailPart | null {
  const found = /^data:(image\/(?:png|jpeg|gif));base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl);
  const contentType = found?.[1];
  if (found?.[2] === undefined || contentType === undefined || !isDrawn(contentType)) return null;
  return {
    filename: `logo.${extensions[contentType]}`,
    contentType,
    contentId: "logo",
    content: Buffer.from(found[2], "base64"),
  };
}

function isDrawn(contentType: string): contentType is keyof typeof extensions {
  return Object.hasOwn(extensions, contentType);
}
