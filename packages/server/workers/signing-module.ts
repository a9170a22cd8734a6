/**
 * A process of the signing module: reads its secrets from standard input, says that it is ready, does one act, and ends. It waits inside
 * of a read, so nothing else ever runs here. Faults go to the service as answers; standard error is not read.
 */
import { serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import { systemRandom } from "../adapters/random.ts";
import { systemClock } from "../adapters/time/clock.ts";
import {
  generateKey,
  type ModuleTools,
  opensKey,
  passwordFaults,
  signWithKey,
  spendTime,
} from "../adapters/trust/module-acts.ts";
import { type Frame, part, readFrame, writeFrame } from "../adapters/trust/module-frames.ts";
import {
  type Act,
  actIn,
  answerFrame,
  faultFrame,
  type KeyEncryptionPlace,
  secretsIn,
} from "../adapters/trust/module-language.ts";
import { type KeyEncryption, softwareKeyEncryption } from "../adapters/trust/password-wrap.ts";
import { tokenKeyEncryption } from "../adapters/trust/token-key.ts";

async function toolsFrom(frame: Frame): Promise<ModuleTools> {
  const { activationSecret, keyEncryption } = secretsIn(frame);
  return {
    activationSecret: serverSecret("activation", activationSecret),
    keyEncryption: await keyEncryptionAt(keyEncryption),
    now: systemClock.now,
    random: systemRandom.bytes,
  };
}

async function keyEncryptionAt(place: KeyEncryptionPlace): Promise<KeyEncryption> {
  return place.kind === "software" ? softwareKeyEncryption(place.key) : await tokenKeyEncryption(place.token);
}

function perform(tools: ModuleTools, act: Act): Frame {
  switch (act.kind) {
    case "generate": {
      const faults = passwordFaults(act.password, act.owner);
      if (faults.length > 0) return answerFrame("yes", [part(faults.join(" "))]);
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

/** For good, where Node can (24.21). */
function giveUp(...rights: readonly ("addon" | "fs.read" | "fs.write")[]): void {
  const { permission } = process as { permission?: { readonly drop?: (right: string) => void } };
  for (const right of rights) permission?.drop?.(right);
}

async function serveOneAct(): Promise<void> {
  // It was for keeping our code compiled, which Node itself does.
  giveUp("fs.write");
  const secrets = readFrame();
  if (secrets === null) return;
  const tools = await toolsFrom(secrets.frame);
  secrets.forget();
  giveUp("fs.read", "addon");
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
