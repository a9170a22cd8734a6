/** What may be a logo: a PNG or JPEG within the limits, written anew so that only its pixels are kept (decisions.md §11). */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { logo_bytes_max } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import { readPng, writePng } from "@siegel/kernel/forms/png.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { MachineBusy, TooMuchWork, WorkExceeded, WorkerDied } from "../../ports/bounded-work.ts";
import type { LogoDrawing } from "../../ports/logo-drawing.ts";
import { imageHead } from "./image-head.ts";

/** Why a file is no logo. */
export type LogoRefusal = {
  readonly ok: false;
  readonly code: Extract<ErrorCode, "LOGO_TOO_LARGE" | "LOGO_INVALID" | "TOO_MANY_REQUESTS">;
  readonly message: Said;
  readonly retryAfterS?: number;
};

/** Pixels of a side; what is larger is a poster. */
const side_max = 4_000;
const sideLimits = { bytesMax: logo_bytes_max, widthMax: side_max, heightMax: side_max };

/**
 * A logo from outside as a data URL. `logoDrawing` is null where nothing is drawn: then only PNG files with eight bits a channel and
 * without a palette are read. `organisationId`: whose turn it is.
 */
export async function checkLogo(
  { logoDrawing }: { readonly logoDrawing: LogoDrawing | null },
  { dataUrl, organisationId }: { readonly dataUrl: string; readonly organisationId: string },
): Promise<{ readonly ok: true; readonly dataUrl: string } | LogoRefusal> {
  const bytes = bytesOf(dataUrl);
  if (bytes === null) return invalid(notAnImage);
  if (bytes.length > logo_bytes_max) return { ok: false, code: "LOGO_TOO_LARGE", message: tooLarge(bytes.length) };
  const head = imageHead(bytes);
  if (head === null) return invalid(notAnImage);
  if (head.width > side_max || head.height > side_max) return invalid(tooManyPixels);
  const { kind } = head;
  if (logoDrawing === null) return byKernel(bytes);
  try {
    const task = { kind, bytes, bytesMax: logo_bytes_max };
    const drawn = await logoDrawing.run(task, { names: [organisationId] });
    if (drawn.ok) return { ok: true, dataUrl: dataUrlOf(kind, drawn.bytes) };
    return drawn.code === "NO_RENDERER" ? byKernel(bytes) : invalid(unreadable);
  } catch (fault) {
    if (fault instanceof WorkExceeded || fault instanceof WorkerDied) return invalid(unreadable);
    if (!(fault instanceof TooMuchWork || fault instanceof MachineBusy)) throw fault;
    return { ok: false, code: "TOO_MANY_REQUESTS", message: busy, retryAfterS: fault.retryAfterS };
  }
}

/** The file in a data URL, or in base64 alone; null where it is neither. */
function bytesOf(dataUrl: string): Uint8Array | null {
  const base64 = dataUrl.replace(/^data:[a-z0-9.+/-]*;base64,/i, "");
  if (base64 === "" || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return null;
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function byKernel(bytes: Uint8Array): { readonly ok: true; readonly dataUrl: string } | LogoRefusal {
  try {
    const written = writePng(readPng(bytes, sideLimits));
    if (written.length > 2 * logo_bytes_max) return { ok: false, code: "LOGO_TOO_LARGE", message: tooDetailed };
    return { ok: true, dataUrl: dataUrlOf("png", written) };
  } catch (fault) {
    if (!(fault instanceof PdfRefusal)) throw fault;
    return invalid(onlyPng);
  }
}

const dataUrlOf = (kind: "png" | "jpeg", bytes: Uint8Array): string =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString("base64")}`;

const invalid = (message: Said): LogoRefusal => ({ ok: false, code: "LOGO_INVALID", message });

const notAnImage: Said = {
  en: "This file is neither PNG nor JPEG. Save the logo as one of them: mail programs show nothing else.",
  de: "Diese Datei ist weder PNG noch JPEG. Speichern Sie das Logo als eines davon: Mailprogramme zeigen nichts anderes.",
};
const unreadable: Said = {
  en: "This picture cannot be read. Open it in a drawing program, save it again and try once more.",
  de: "Dieses Bild lässt sich nicht lesen. Öffnen Sie es in einem Bildprogramm, speichern Sie es neu und versuchen Sie es noch einmal.",
};
const tooManyPixels: Said = {
  en: `This picture has more than ${side_max} pixels at one side. Make it smaller and try again.`,
  de: `Dieses Bild hat an einer Seite mehr als ${side_max} Bildpunkte. Verkleinern Sie es und versuchen Sie es noch einmal.`,
};
const tooDetailed: Said = {
  en: "This picture has too many pixels. Make it smaller and try again.",
  de: "Dieses Bild hat zu viele Bildpunkte. Verkleinern Sie es und versuchen Sie es noch einmal.",
};
const onlyPng: Said = {
  en: "This service draws no pictures, so it reads only PNG files with 24 or 32 bits a pixel. Save the logo like that.",
  de: "Dieser Dienst zeichnet keine Bilder und liest deshalb nur PNG-Dateien mit 24 oder 32 Bit je Bildpunkt. Speichern Sie das Logo so.",
};
const busy: Said = {
  en: "Several logos are being read right now. Save again in a moment.",
  de: "Gerade werden mehrere Logos gelesen. Speichern Sie gleich noch einmal.",
};

function tooLarge(bytes: number): Said {
  const [has, limit] = [Math.ceil(bytes / 1024), logo_bytes_max / 1024];
  return {
    en: `This file has ${has} KB, the limit is ${limit} KB. Save it smaller and try again.`,
    de: `Diese Datei hat ${has} KB, erlaubt sind ${limit} KB. Speichern Sie sie kleiner und versuchen Sie es noch einmal.`,
  };
}
