/** The public trust points alone on a free port, with a folder in which openssl finds what a verifier has. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { pem } from "../../../fixtures/openssl.ts";
import type { UnitRole } from "../db/authority-tables.ts";
import { pkiRoutes } from "../http/trust/pki.ts";
import type { TimestampDeps } from "../rooms/authority/authority.ts";

/** What `openssl` said, and whether it ended with 0. */
export type Said = { readonly ok: boolean; readonly said: string };

/** The running trust points; every unit's certificate lies in the folder as `<role>.pem`. */
export type TrustPoints = {
  readonly url: string;
  readonly post: (path: string, type: string, body: Uint8Array) => Promise<Response>;
  /** Sends a file of the folder to `/pki/tsa` and keeps the answer under `reply`. */
  readonly stamp: (query: string, reply: string) => Promise<Response>;
  readonly write: (name: string, content: Uint8Array | string) => void;
  readonly read: (name: string) => Uint8Array;
  /** Runs `openssl` in the folder, beside this process: it may be asking this very server. */
  readonly openssl: (...args: string[]) => Promise<Said>;
  readonly close: () => Promise<void>;
};

/** Serves `/pki` of these deps. `trustProxy` lets a test speak for many addresses. */
export async function serveTrustPoints(deps: TimestampDeps, options = { trustProxy: false }): Promise<TrustPoints> {
  const app: FastifyInstance = Fastify(options);
  pkiRoutes(app, deps);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), "siegel-trust-"));
  const units = deps.db.selectFrom("authority_unit").select(["role", "certificate"]).where("active", "=", true);
  for (const { role, certificate } of await units.execute())
    writeFileSync(join(folder, pemOf(role)), pem(new Uint8Array(certificate)));
  const post = async (path: string, type: string, body: Uint8Array) =>
    await fetch(`${url}${path}`, { method: "POST", headers: { "content-type": type }, body: Buffer.from(body) });
  return {
    url,
    post,
    stamp: async (query, reply) => {
      const response = await post("/pki/tsa", "application/timestamp-query", readFileSync(join(folder, query)));
      writeFileSync(join(folder, reply), Buffer.from(await response.clone().arrayBuffer()));
      return response;
    },
    write: (name, content) => writeFileSync(join(folder, name), content),
    read: (name) => new Uint8Array(readFileSync(join(folder, name))),
    openssl: (...args) =>
      new Promise((resolve) => {
        execFile("openssl", args, { cwd: folder, timeout: 10_000 }, (fault, stdout, stderr) =>
          resolve({ ok: fault === null, said: `${stdout}${stderr}` }),
        );
      }),
    close: async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const pemOf = (role: UnitRole): string => `${role}.pem`;
