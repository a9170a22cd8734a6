/**
 * A process of the signing module: reads its secrets from standard input, says that it is ready, does one act, and ends. It waits inside
 * of a read, so nothing else ever runs here. Faults go to the service as answers; standard error is not read.
 */
import { randomBytes } from "node:crypto";
import { serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import { generateKey, type ModuleTools, opensKey, signWithKey, spendTime } from "../adapters/trust/module-acts.ts";
import { type Frame, readFrame, writeFrame } from "../adapters/trust/module-frames.ts";
import {
  type Act,
  actIn,
  answerFrame,
  faultFrame,
  type KeyEncryptionPlace,
  secretsIn,
} from "../adapters/trust/module-language.ts";
import { type KeyEncryption, softwareKeyEncryption } from "../adapters/trust/password-wrap.ts";

async function toolsFrom(frame: Frame): Promise<ModuleTools> {
  const { activationSecret, keyEncryption } = secretsIn(frame);
  return {
    activationSecret: serverSecret("activation", activationSecret),
    keyEncryption: await keyEncryptionAt(keyEncryption),
    now: () => new Date(),
    random: randomBytes,
  };
}

async function keyEncryptionAt(place: KeyEncryptionPlace): Promise<KeyEncryption> {
  if (place.kind === "software") return softwareKeyEncryption(place.key);
  // Native code, which only a service with a token has.
  const { tokenKeyEncryption } = await import("../adapters/trust/token-key.ts");
  return await tokenKeyEncryption(place.token);
}

function perform(tools: ModuleTools, act: Act): Frame {
  switch (act.kind) {
    case "generate": {
      const { wrapped, subjectPublicKeyInfo } = generateKey(tools, act.keyId, act.password);
      return answerFrame("yes", [wrapped, subjectPublicKeyInfo]);
    }
    case "opens":
      return answerFrame(opensKey(tools, act.key, act.password) ? "yes" : "no");
    case "sign": {
      const values = signWithKey(tools, act.key, act);
      return values === null ? answerFrame("no") : answerFrame("yes", values);
    }
    case "spend":
      spendTime(tools);
      return answerFrame("yes");
  }
}

async function serveOneAct(): Promise<void> {
  const secrets = readFrame();
  if (secrets === null) return;
  const tools = await toolsFrom(secrets.frame);
  secrets.forget();
  writeFrame(answerFrame("ready"));
  const asked = readFrame();
  if (asked === null) return;
  try {
    writeFrame(perform(tools, actIn(asked.frame)));
  } finally {
    asked.forget();
  }
}

// A key at the terminal reaches the whole group; the service decides when its processes end.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
await serveOneAct().catch((fault: unknown) => writeFrame(faultFrame(fault)));
process.exit();
