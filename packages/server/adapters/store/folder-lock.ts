/**
 * One process a data folder. The lock is a listening socket named by the folder's device and inode: the system
 * releases it the moment its process dies, however it dies, so there is no stale lock to clean up.
 */
import { mkdirSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";

/** The folder belongs to another process; the message says to which and what to do. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/** Takes the lock until the process ends or `release` is called. @throws FolderInUse */
export async function lockFolder(folder: string, holder: string): Promise<{ readonly release: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const address = addressOf(folder);
  const server = createServer((socket) => socket.end(holder));
  try {
    await listen(server, address);
  } catch (fault) {
    if (!(fault instanceof Error && "code" in fault && fault.code === "EADDRINUSE")) throw fault;
    const other = await ask(address);
    // Where the name is a file (macOS), a killed process leaves it behind: nobody answers, so it is taken over.
    if (other === null && process.platform === "darwin") {
      rmSync(address, { force: true });
      await listen(server, address);
    } else {
      throw new FolderInUse(
        `The data folder ${folder} is already in use by another Siegel (${other ?? "it does not answer"}). Stop that one, or start this one with another SIEGEL_DATA_DIR, PORT and SIEGEL_SANDBOX_PORT.`,
        { cause: fault },
      );
    }
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function addressOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  if (process.platform === "win32") return `\\\\.\\pipe\\siegel-${dev}-${ino}`;
  if (process.platform === "darwin") return join(folder, "lock");
  // Linux: an abstract name, which no file stands for.
  return `\0siegel-${dev}-${ino}`;
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function ask(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(address);
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (part) => {
      text += part.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text === "" ? null : text));
  });
}
