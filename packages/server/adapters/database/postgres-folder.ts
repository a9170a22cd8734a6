/** Where the embedded PostgreSQL keeps its things, and the address at which it is reached. */
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";

/** The places in a data folder. */
export type PostgresFolder = {
  readonly data: string;
  readonly password: string;
  readonly log: string;
  /** Holds nothing but its Unix domain socket, closed to others. */
  readonly sockets: string;
  readonly root: string;
};

/** The places below `root`. */
export const postgresFolder = (root: string): PostgresFolder => ({
  root,
  data: join(root, "pg"),
  password: join(root, "pg.password"),
  log: join(root, "pg.log"),
  sockets: resolve(root, "pg.sockets"),
});

/** What a postmaster says of itself; `sockets` is the folder of its socket, empty when it has none. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly sockets: string;
  readonly ready: boolean;
};

/** A file's text; null where it is not there, or goes at this very moment. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fault;
  }
}

/** Lines of postmaster.pid: 1 pid, 4 port, 5 folder of the first socket, 8 state. */
export function readPidFile({ data }: PostgresFolder): Postmaster | null {
  const text = textOf(join(data, "postmaster.pid"));
  if (text === null) return null;
  const lines = text.split("\n");
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    sockets: lines[4] ?? "",
    ready: lines[7]?.trim() === "ready",
  };
}

/** A database's URL: over its socket, which costs both sides less than loopback does, else over its port. */
export function postgresUrl(folder: PostgresFolder, { port, sockets }: Pick<Postmaster, "port" | "sockets">) {
  const password = readFileSync(folder.password, "utf8").trim();
  const host = sockets === "" ? "127.0.0.1" : encodeURIComponent(sockets);
  return (database: string): string => `postgres://postgres:${password}@${host}:${port}/${database}`;
}

/** unix(7): the address of a socket has 108 bytes, the last of them 0. BSDs have 104. */
const socket_path_bytes_max = 103;
const longest_socket_name = ".s.PGSQL.65535.lock";

/** Whether sockets can be made in a folder: its path may be too long for one, its file system may know none. */
export async function takesSockets(folder: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  if (Buffer.byteLength(join(folder, longest_socket_name)) > socket_path_bytes_max) return false;
  const probe = createServer();
  return await new Promise((answer) => {
    probe.once("error", () => answer(false));
    probe.listen(join(folder, `.probe.${process.pid}`), () => probe.close(() => answer(true)));
  });
}
