/**
 * A transaction's first statement, sent together with its `begin`: one way to the database and back less for every transaction.
 * Both have one common end (PostgreSQL §54.2.4, Sync): were `begin` refused, the database would skip the statement behind it.
 */
import pg from "pg";

/** `begin`, as it must have been asked once over a connection before a statement can begin with it. */
export const begin = { name: "begin", text: "begin" } as const;

type Named = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/** The messages of the driver that go to the database, of §54.7 Bind and Execute. */
type Wire = {
  readonly bind: (message: { readonly statement: string }) => void;
  readonly execute: (message: object) => void;
};

/** What the driver's own queries do when they are sent and answered; its types do not say so. */
type Sent = {
  prepare: (wire: Wire) => void;
  handleCommandComplete: (message: unknown, wire: Wire) => void;
};

/** Begins a transaction and asks its first statement. @throws whatever either is refused with, with neither done */
export function askBeginning(client: pg.PoolClient, { name, text, values }: Named): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query({ name, text, values: [...values] }, (fault, result) => {
      if (fault) reject(fault);
      else resolve(result);
    });
    const sent = query as unknown as Sent;
    const prepare = sent.prepare.bind(query);
    const complete = sent.handleCommandComplete.bind(query);
    sent.prepare = (wire) => {
      wire.bind({ statement: begin.name });
      wire.execute({});
      prepare(wire);
    };
    // The first of two is that of `begin`.
    sent.handleCommandComplete = () => {
      sent.handleCommandComplete = complete;
    };
    client.query(query);
  });
}
