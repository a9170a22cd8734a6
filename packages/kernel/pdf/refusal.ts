// Why a document is not taken. The codes are those of the wire (decisions.md §12), so that a refusal
// inside the kernel reaches the sender unchanged.

/** Codes a PDF or a wish about its fields can be refused with; each is a code of the wire. */
export type PdfRefusalCode =
  | "FILE_NOT_A_PDF"
  | "FILE_ENCRYPTED"
  | "FILE_SIGNED_ENCRYPTED"
  | "FILE_BROKEN"
  | "FILE_SIGNED_DAMAGED"
  | "FILE_CERTIFIED"
  | "FILE_SCRIPTS_SIGNED"
  | "FILE_XFA_ONLY"
  | "FILE_ACTIVE_CONTENT"
  | "FILE_TOO_LARGE"
  | "FILE_TOO_COMPLEX"
  | "FILE_TOO_MANY_PAGES"
  | "FIELD_OUTSIDE_PAGE"
  | "FIELD_VALUE_INVALID"
  | "FIELD_VALUE_DOES_NOT_FIT"
  | "INVALID_REQUEST";

/**
 * Thrown when a document cannot be read safely, or a change to it cannot be made. `message` says in English what was found, for the log and
 * for the person who made the file; `page` counts from 1, `field` is the name of the form field that it is about.
 */
export class PdfRefusal extends Error {
  readonly code: PdfRefusalCode;
  readonly page: number | undefined;
  readonly field: string | undefined;
  constructor(
    code: PdfRefusalCode,
    message: string,
    options?: ErrorOptions & { readonly page?: number; readonly field?: string },
  ) {
    super(message, options);
    this.name = "PdfRefusal";
    this.code = code;
    this.page = options?.page;
    this.field = options?.field;
  }
}

/** The refusal of a file whose structure contradicts ISO 32000-2; repairing such files belongs to intake, not to the reader. */
export function broken(message: string): PdfRefusal {
  return new PdfRefusal("FILE_BROKEN", message);
}

/** The refusal of a file that would cost more time or memory than the limits allow. */
export function tooComplex(message: string): PdfRefusal {
  return new PdfRefusal("FILE_TOO_COMPLEX", message);
}

/** What `read` gives, or undefined when it meets damage; a limit that is reached stays a refusal. */
export function unlessBroken<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfRefusal && error.code === "FILE_BROKEN") return undefined;
    throw error;
  }
}
