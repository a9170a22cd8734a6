/**
 * Statements that are built and compiled once instead of once a call: building one costs this process as much as sending it
 * and reading its answer. A call brings its values and nothing else.
 */
import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import type { Db } from "./database.ts";

/** Stands for a value while its statement is built. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/**
 * A statement of `build`, which sees a place instead of each value: it may hand places on as values of columns, comparisons
 * and `sql`, and look at none of them. Which values there are must not change its text: a list of any length is no value.
 */
export function builtOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  let built: CompiledQuery<Row> | null = null;
  return (db, values) => {
    // A plugin may make another statement of it, every time.
    if (db.getExecutor().plugins.length > 0) return db.executeQuery(build(db, values).compile());
    built ??= build(db, places as Values).compile();
    const named = values as Readonly<Record<string, unknown>>;
    const parameters = built.parameters.map((value) => (value instanceof Place ? named[value.name] : value));
    return db.executeQuery({ ...built, parameters });
  };
}
