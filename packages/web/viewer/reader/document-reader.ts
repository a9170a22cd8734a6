/** A document that is open for reading, whoever draws its pages: this browser (pdf-reader.ts) or the server (picture-reader.ts). */

/** CSS pixels from the top left of the drawn page. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** CSS pixels at scale 1, rotation applied. */
export type PageSize = { readonly width: number; readonly height: number };

/** [x0, y0, x1, y1] in PDF user space. */
export type Rect = readonly number[];

/** Work on a page; `done` rejects when it was cancelled or the page cannot be shown. */
export type Drawing = { readonly done: Promise<void>; readonly cancel: () => void };

/** A page's picture: an element that shows it, at the latest, when it is done. `dispose` gives its memory back at once. */
export type Picture = Drawing & { readonly element: HTMLElement; readonly dispose: () => void };

/** CSS pixels a PDF point, and how many pixels the picture may have. */
export type Fineness = { readonly scale: number; readonly pixelsMax: number };

/** A run of text as the document has it. */
export type TextPiece = { readonly text: string; readonly endsLine: boolean };

/** What stands in a form field, in one of its places. */
export type FieldText = { readonly rect: Rect; readonly text: string };

/** What a page says: its text in the pieces that `layText` makes elements of, and what stands in foreign fields. */
export type PageWords = { readonly pieces: readonly TextPiece[]; readonly filled: readonly FieldText[] };

/** Where a document comes from, and whose it is: whoever shows it says so, for no viewer knows. */
export type DocumentSource = {
  /** The address of its bytes; parts of it, and pictures of its pages, have addresses below. */
  readonly url: string;
  /** In bytes. */
  readonly size: number;
  readonly pages: number;
  /** What proves that it may be read. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Whose fields are filled in here: all others are foreign (contract/field-ownership.ts). */
  readonly fieldsOf: string;
};

/** One page. */
export type ReadPage = {
  readonly size: PageSize;
  /** Where a rectangle lies on the drawn page. */
  readonly boxOf: (rect: Rect, scale: number) => Box;
  /** Rectangles of fields that others fill in, or have filled in: there the page may still change. */
  readonly foreign: () => Promise<readonly Rect[]>;
  readonly draw: (fineness: Fineness) => Picture;
  /** Lays the text where it stands, in the order of the content; its size follows the custom property `--total-scale-factor`. */
  readonly layText: (container: HTMLElement) => Drawing & { readonly pieces: readonly HTMLElement[] };
};

/** An opened document. */
export type DocumentReader = {
  readonly pages: number;
  readonly page: (number: number) => Promise<ReadPage>;
  /** The words of a page, and of as many behind it as come with it; once `signal` says that nobody waits, they may never come. */
  readonly wordsFrom: (number: number, signal: AbortSignal) => Promise<readonly PageWords[]>;
};

/** Bytes, pixels and texts that somebody opened; `close` ends what is under way. */
export type Opening = { readonly opened: Promise<DocumentReader>; readonly close: () => void };
