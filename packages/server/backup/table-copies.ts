/** Tables as files and back, through COPY (PostgreSQL 'COPY', text format): the embedded PostgreSQL brings no pg_dump. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { blobColumns } from "../db/blob-columns.ts";
import { type Written, writeHashed } from "./hashed-files.ts";

/** A table and the columns that hold values of its own. */
export type Table = { readonly name: string; readonly columns: readonly string[] };

/** A column that counts by itself. `last` is the last value given out, null before the first. */
export type Counter = { readonly table: string; readonly column: string; readonly last: string | null };

/** Settings under which values are written and read alike. */
export const copySettings =
  "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8'";

const quoted = (name: string) => pg.escapeIdentifier(name);
const columnList = ({ columns }: Table) => columns.map(quoted).join(", ");

/** The tables of the house, referenced ones before those that refer to them. The migrator's own books are not among them. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const found = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^kysely_'
     group by c.relname order by c.relname`);
  const references = await client.query<{ from: string; to: string }>(`
    select f.relname as "from", t.relname as "to"
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and f.oid <> t.oid`);
  return inOrder(found.rows, references.rows);
}

/** @throws when tables refer to each other in a ring */
function inOrder(tables: readonly Table[], references: ReadonlyArray<{ from: string; to: string }>): Table[] {
  const ordered: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map((table) => table.name));
    const ready = left.filter((table) => !references.some((one) => one.from === table.name && waiting.has(one.to)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a ring: ${[...waiting].join(", ")}`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Columns that count by themselves, with where they stand. */
export async function readCounters(client: pg.Client): Promise<Counter[]> {
  const found = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as "table", a.attname as "column", pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`);
  const counters: Counter[] = [];
  for (const { table, column, sequence } of found.rows) {
    const at = await client.query<{ last: string | null }>(
      `select case when is_called then last_value::text end as last from ${sequence}`,
    );
    counters.push({ table, column, last: at.rows[0]?.last ?? null });
  }
  return counters;
}

/** Lets a counter go on after its last value. */
export async function setCounter(client: pg.Client, { table, column, last }: Counter): Promise<void> {
  if (last === null) return;
  await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint)", [table, column, last]);
}

/** Writes a table's rows into a file of the folder. */
export async function copyOut(client: pg.Client, table: Table, folder: string): Promise<Written> {
  const rows = client.query(copyTo(`copy ${quoted(table.name)} (${columnList(table)}) to stdout`));
  return await writeHashed(join(folder, table.name), rows);
}

/** Reads a table's rows from a file of the folder; answers how many there were. */
export async function copyIn(client: pg.Client, table: Table, folder: string): Promise<number> {
  const into = client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`));
  await pipeline(createReadStream(join(folder, table.name)), into);
  return into.rowCount ?? 0;
}

/** Names of all contents that rows speak of. Uploads nobody used may be gone. */
export async function readReferences(client: pg.Client): Promise<Set<string>> {
  const references = new Set<string>();
  for (const { table, column } of blobColumns.filter((naming) => naming.table !== "upload")) {
    const sql = `select distinct ${quoted(column)} as sha256 from ${quoted(table)} where ${quoted(column)} is not null`;
    for (const row of (await client.query<{ sha256: string }>(sql)).rows) references.add(row.sha256);
  }
  return references;
}
