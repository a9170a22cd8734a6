/** What the rows of every schema are made of (rows-of-each-schema.ts). */

/** Column values as the driver answers them: dates, buffers, numbers, bigint as text, JSON as values. */
export type Row = Readonly<Record<string, unknown>>;

/** What is written after a migration, and what the migration itself changes in rows written before it, or makes of them. */
export type SchemaRows = {
  readonly rows: ReadonlyArray<readonly [table: string, row: Row]>;
  readonly changes?: ReadonlyArray<{ readonly table: string; readonly where: Row; readonly to: Row }>;
  readonly made?: ReadonlyArray<readonly [table: string, row: Row]>;
};

/** A moment, with milliseconds. */
export const at = new Date("2026-01-02T03:04:05.678Z");
/** A moment after `at`. */
export const later = new Date("2027-01-02T03:04:05.678Z");
/** Bytes of a text. */
export const bytes = (text: string): Buffer => Buffer.from(text, "utf8");
/** A digest that is one digit over and over. */
export const hash = (digit: string): string => digit.repeat(64);
