/**
 * The signing module (ports/signing-module.ts): two acts at most at a time, the rest wait in the order in which they came; each has a
 * process of its own. Once one is done, the next process starts and waits, since starting takes as long as signing.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CertificatePasswordFault } from "@siegel/contract/certificate-password.ts";
import {
  type ModulePlace,
  ModuleUnavailable,
  type PasswordBytes,
  type SigningModule,
  type WrappedKey,
} from "../../ports/signing-module.ts";
import { fairTurns, type Turns } from "../workers/fair-turns.ts";
import { textOf } from "./module-frames.ts";
import { type Act, actFrame, PinRefused } from "./module-language.ts";
import type { ModuleProcess, moduleProcesses } from "./module-process.ts";

/** An argon2id takes 64 MiB and most of a processor; more at once would only make each slower. */
const turnLimits = { workersMax: 2, waitingMax: 64, waitingMs: 2_000, ofOne: [] };
/** How long a place may be held before it is used. Between taking and using one lies a short transaction. */
const place_ms = 60_000;
/** More than a refusal's transactions take together, also where the database is slow; and nobody minds it who mistyped. */
const around_act_ms = 400;
/** Sessions of tokens end when nothing is asked for long, and a token may be gone since. */
const spare_ms = 60_000;

/** Places for acts in such processes. The first is started when it is asked for. */
export function signingModule({ start, close }: ReturnType<typeof moduleProcesses>): SigningModule {
  const turns = fairTurns(turnLimits);
  const processes = processesOf(start);
  return {
    take: async () => {
      const leave = await takeTurn(turns);
      try {
        return placeIn(await processes.take(), () => {
          leave();
          processes.refill();
        });
      } catch (fault) {
        leave();
        throw fault;
      }
    },
    fault: async () => {
      try {
        await processes.look();
        return null;
      } catch (fault) {
        if (!(fault instanceof ModuleUnavailable)) throw fault;
        return fault.message;
      }
    },
    close: async () => {
      processes.close();
      await close();
    },
  };
}

/** Waits for a turn, and answers how to give it back. @throws ModuleUnavailable */
function takeTurn(turns: Turns): Promise<() => void> {
  return new Promise((resolve, reject) => {
    turns
      .have({ names: ["act"] }, () => new Promise<void>(resolve))
      .catch((cause: unknown) =>
        reject(new ModuleUnavailable("all places in the signing module are taken", { cause })),
      );
  });
}

function placeIn(process: ModuleProcess, giveBack: () => void): ModulePlace {
  const taken = performance.now();
  let actMs = 0;
  let isUsed = false;
  const leave = (): void => {
    clearTimeout(patience);
    if (!isUsed) process.end();
    isUsed = true;
    giveBack();
  };
  // A place that its taker forgets must not keep all others from signing.
  const patience = setTimeout(leave, place_ms).unref();
  const ask = async (act: Act): Promise<readonly Uint8Array[] | null> => {
    if (isUsed) throw new Error("a place in the signing module is for one act");
    isUsed = true;
    clearTimeout(patience);
    const begun = performance.now();
    try {
      return await process.ask(actFrame(act));
    } finally {
      actMs = performance.now() - begun;
      giveBack();
    }
  };
  return {
    generate: async (keyId, password, owner) => {
      const [first, subjectPublicKeyInfo] = (await ask({ kind: "generate", keyId, password, owner })) ?? [];
      if (first === undefined) throw new ModuleUnavailable("no key was made");
      // One part alone names the rules that the password breaks.
      if (subjectPublicKeyInfo === undefined)
        return { ok: false, faults: textOf(first).split(" ") as CertificatePasswordFault[] };
      return { ok: true, wrapped: first as WrappedKey, subjectPublicKeyInfo };
    },
    opens: async (key, password) => (await ask({ kind: "opens", key, password })) !== null,
    sign: async (key, password: PasswordBytes, order) => await ask({ kind: "sign", key, password, order }),
    spend: async () => void (await ask({ kind: "spend" })),
    settle: async () => {
      const aroundMs = performance.now() - taken - actMs;
      if (aroundMs < around_act_ms) await sleep(around_act_ms - aroundMs);
    },
    leave,
  };
}

type Waiting = { readonly since: number; readonly process: Promise<ModuleProcess> };

function processesOf(start: () => Promise<ModuleProcess>) {
  let spare: Waiting | null = null;
  let isClosed = false;
  let pinRefused: PinRefused | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const startOne = async (): Promise<ModuleProcess> => {
    if (isClosed) throw new ModuleUnavailable("the signing module is closed");
    // A token counts wrong PINs and locks itself: what it refused once is never shown to it again.
    if (pinRefused !== null) throw pinRefused;
    try {
      const started = await start();
      if (isClosed) started.end();
      return started;
    } catch (fault) {
      if (fault instanceof PinRefused) pinRefused = fault;
      throw fault;
    }
  };
  /** One after the other, so that two do not show the same wrong PIN. */
  const begin = (): Waiting => {
    const process = last.then(startOne);
    last = process.catch(() => undefined);
    return { since: Date.now(), process };
  };
  const endWhenStarted = ({ process }: Waiting): void => void process.then((one) => one.end()).catch(() => undefined);

  const fitSpare = async (): Promise<{ readonly waited: Waiting; readonly process: ModuleProcess } | null> => {
    const waited = spare;
    spare = null;
    if (waited === null) return null;
    const process = await waited.process.catch(() => null);
    if (process?.isAlive() === true && Date.now() - waited.since < spare_ms) return { waited, process };
    process?.end();
    return null;
  };
  return {
    take: async (): Promise<ModuleProcess> => (await fitSpare())?.process ?? (await begin().process),
    /** One waits for the next act; it starts once an act is done, since both need a processor. */
    refill: (): void => {
      if (!isClosed) spare ??= begin();
    },
    /** @throws ModuleUnavailable when none starts */
    look: async (): Promise<void> => {
      const fit = await fitSpare();
      if (fit === null || spare === null) spare ??= fit?.waited ?? begin();
      else fit.process.end();
      await spare.process;
    },
    close: (): void => {
      isClosed = true;
      if (spare !== null) endWhenStarted(spare);
      spare = null;
    },
  };
}
