/**
 * `npm run dev`: the server (with its sandbox and seeded demo) restarted on change, and the web client with hot reload.
 * Open the address vite prints; its `/api` goes to the server. Ctrl-C ends both.
 */
import { type ChildProcess, spawn } from "node:child_process";

const children: ChildProcess[] = [
  spawn(process.execPath, ["--watch-preserve-output", "--watch", "packages/server/main.ts"], { stdio: "inherit" }),
  spawn(process.execPath, ["node_modules/vite/bin/vite.js", "packages/web"], { stdio: "inherit" }),
];

function stop(): void {
  for (const child of children) child.kill("SIGTERM");
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
for (const child of children) {
  child.once("exit", (status) => {
    process.exitCode ||= status ?? 0;
    stop();
  });
}
