/** What the sandbox's eID client is at: one card for each browser, as the real one reads one for each device. */
import type { EidSessions } from "./sessions.ts";

/** Somebody looks at the page of a session. */
export type ClientRun = {
  /** Identity of the session's pre-shared key. */
  readonly session: string;
  readonly browser: string;
  /** Where its TcToken came from: the same again is a page that was loaded again. */
  readonly tokenUrl: string;
  readonly refreshAddress: string;
};

/** All of them; one whose session is over is over too. */
export type ClientRuns = {
  readonly begin: (run: ClientRun) => void;
  readonly of: (session: string) => ClientRun | null;
  /** What a browser is at. */
  readonly by: (browser: string) => ClientRun | null;
  readonly end: (run: ClientRun) => void;
};

/** Starts without any. */
export function openClientRuns({ sessions }: { readonly sessions: EidSessions }): ClientRuns {
  const runs = new Map<string, ClientRun>();
  const find = (is: (run: ClientRun) => boolean): ClientRun | null => {
    for (const session of runs.keys()) if (sessions.pendingOf(session) === null) runs.delete(session);
    return [...runs.values()].find(is) ?? null;
  };
  return {
    begin: (run) => void runs.set(run.session, run),
    of: (session) => find((run) => run.session === session),
    by: (browser) => find((run) => run.browser === browser),
    end: ({ session }) => void runs.delete(session),
  };
}
