/** Starts the sandbox on loopback as the environment says, and prints where it listens. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  sandbox_account_sid,
  sandbox_auth_token,
  sandbox_eid_port_offset,
  sandbox_port,
  sandbox_smtp_port_offset,
} from "@siegel/contract/sandbox.ts";
import type { AuthorityStore } from "./development-authority.ts";
import { startSandbox } from "./sandbox.ts";

const port = portFrom("SIEGEL_SANDBOX_PORT", sandbox_port);
const sandbox = await startSandbox({
  port,
  smtpPort: portFrom("SIEGEL_SANDBOX_SMTP_PORT", port === 0 ? 0 : port + sandbox_smtp_port_offset),
  eidPort: portFrom("SIEGEL_SANDBOX_EID_PORT", port === 0 ? 0 : port + sandbox_eid_port_offset),
  eidRelyingParty: process.env.SIEGEL_SANDBOX_EID_RELYING_PARTY ?? `http://localhost:${process.env.PORT ?? "3000"}`,
  account: {
    sid: process.env.SIEGEL_TWILIO_ACCOUNT_SID ?? sandbox_account_sid,
    authToken: process.env.SIEGEL_TWILIO_AUTH_TOKEN ?? sandbox_auth_token,
  },
  now: () => new Date(),
  randomHex: () => randomBytes(16).toString("hex"),
  authorityStore: fileStore(join(process.env.SIEGEL_DATA_DIR ?? "data", "sandbox", "authority.json")),
  ocspUpstream: process.env.SIEGEL_SANDBOX_OCSP_UPSTREAM ?? `http://localhost:${process.env.PORT ?? "3000"}/pki/ocsp`,
  note: (text) => process.stderr.write(`sandbox: ${text}\n`),
});
process.stdout.write(`sandbox inbox ${sandbox.url}\nsandbox smtp smtp://127.0.0.1:${sandbox.smtpPort}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}

function portFrom(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new Error(`${name} is no port: ${text}`);
  return value;
}

/** A file that only its owner may read, because it holds private keys. */
function fileStore(path: string): AuthorityStore {
  return {
    read: async () => {
      try {
        return await readFile(path, "utf8");
      } catch (fault) {
        if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return null;
        throw fault;
      }
    },
    save: async (text) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode: 0o600 });
    },
  };
}
