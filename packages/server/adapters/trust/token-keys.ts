/**
 * The key store in a token (PKCS#11). One process of ours speaks to it (workers/unit-keys.ts): a token that is slow keeps nobody waiting
 * but those who need it, and a library that fails takes nothing with it. Where the session or the process is lost, the next act opens
 * another one, once.
 */
import { type ChildProcess, fork } from "node:child_process";
import { encodeSequence, encodeUnsigned } from "@siegel/kernel/asn1/der-writer.ts";
import { type KeyId, type KeyKind, KeyMissing, type KeyStore, KeysUnavailable } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";
import { noFiles, permissionArguments } from "../workers/worker-permissions.ts";
import { algorithmOf } from "./software-keys.ts";
import type { UnitKeyAct, UnitKeyAnswer, UnitKeyQuestion, UnitToken } from "./unit-key-language.ts";

/** `environment` is what the token's library reads; `actMs`: how long an act may take, `pauseMs`: how long after a failed try none is made. */
type TokenDeps = {
  readonly entry: URL;
  readonly token: UnitToken;
  readonly environment: Readonly<Record<string, string>>;
  readonly random: Random;
  readonly actMs?: number;
  readonly pauseMs?: number;
};

/** A key's id says where it is and what it is: `pkcs11:p384:…`. Whether an id is one of these. */
export const isInToken = (keyId: KeyId): boolean => keyId.startsWith("pkcs11:");

/** Keys that are made and used in the token. Each throws KeysUnavailable. */
export function tokenKeys(deps: TokenDeps): KeyStore {
  const line = lineTo(deps);
  return {
    generate: async (kind) =>
      await line.twice(async (ask) => {
        // Another one the second time: the first may have been made before the session was lost.
        const keyId = `pkcs11:${kind}:${deps.random.id()}` as KeyId;
        const subjectPublicKeyInfo = await ask({ kind: "generate", keyId, keyKind: kind });
        if (subjectPublicKeyInfo === null) throw new KeysUnavailable("the token made no key");
        return { keyId, subjectPublicKeyInfo };
      }),
    signer: async (keyId, algorithm) => {
      const keyKind = kindIn(keyId);
      const own = algorithmOf[keyKind];
      if (algorithm !== undefined && algorithm !== own)
        throw new Error(`a ${keyKind} key does not make ${algorithm} signatures`);
      if ((await line.twice((ask) => ask({ kind: "has", keyId }))) === null)
        throw new KeyMissing(`the token "${deps.token.token}" has no key ${keyId}`);
      return {
        algorithm: own,
        sign: async ({ digest }) => {
          const signature = await line.twice((ask) => ask({ kind: "sign", keyId, keyKind, digest }));
          if (signature === null) throw new KeyMissing(`the token "${deps.token.token}" has no key ${keyId}`);
          return keyKind === "rsa3072" ? signature : ecdsaValue(signature);
        },
      };
    },
    destroy: async (keyId) => void (await line.twice((ask) => ask({ kind: "destroy", keyId }))),
    check: async () => void (await line.twice((ask) => ask({ kind: "look" }))),
    close: line.close,
  };
}

function kindIn(keyId: KeyId): KeyKind {
  const [, kind] = keyId.split(":");
  if (kind === "p256" || kind === "p384" || kind === "rsa3072") return kind;
  throw new KeyMissing(`no key ${keyId}`);
}

/** The DER of (r, s) (RFC 3279 §2.2.3), which a token gives one after the other. */
const ecdsaValue = (pair: Uint8Array): Uint8Array =>
  encodeSequence(encodeUnsigned(pair.subarray(0, pair.length / 2)), encodeUnsigned(pair.subarray(pair.length / 2)));

type Ask = (act: UnitKeyAct) => Promise<Uint8Array | null>;
type Answered = { readonly resolve: (bytes: Uint8Array | null) => void; readonly reject: (fault: Error) => void };

/** The session or its process is gone, and a new one may do what was asked. */
class SessionLost extends KeysUnavailable {}

const act_ms = 20_000;
const start_ms = 10_000;
const pause_ms = 2_000;

/** The one process, started when something is asked and none is there. */
function lineTo(deps: TokenDeps) {
  const { pauseMs = pause_ms } = deps;
  let opened: Promise<TokenProcess> | null = null;
  let refused: { readonly fault: Error; readonly until: number } | null = null;
  let isClosed = false;

  const begin = async (): Promise<TokenProcess> => {
    try {
      return await start(deps);
    } catch (thrown) {
      const fault = thrown instanceof Error ? thrown : new KeysUnavailable("the token was not opened");
      // A token counts wrong PINs and locks itself: what it refused once is never shown to it again.
      refused = { fault, until: fault instanceof PinShown ? Number.POSITIVE_INFINITY : performance.now() + pauseMs };
      opened = null;
      throw fault;
    }
  };
  const open = async (): Promise<TokenProcess> => {
    if (isClosed) throw new KeysUnavailable("the keys are closed");
    // Starting takes a moment, and those who ask are many.
    if (refused !== null && performance.now() < refused.until) throw refused.fault;
    opened ??= begin();
    const own = opened;
    const process = await own;
    if (process.isAlive()) return process;
    // Of those who find that out at once, the first opens another one.
    if (opened === own) opened = null;
    return await open();
  };
  return {
    /** Does something in the session, and once more in a new one where it was lost meanwhile. */
    twice: async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
      const once = async () => await work((await open()).ask);
      try {
        return await once();
      } catch (fault) {
        if (!(fault instanceof SessionLost)) throw fault;
        return await once();
      }
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await opened?.then((process) => process.end()).catch(() => undefined);
    },
  };
}

class PinShown extends KeysUnavailable {}

type TokenProcess = { readonly ask: Ask; readonly isAlive: () => boolean; readonly end: () => Promise<void> };

async function start({ entry, token, environment, actMs = act_ms }: TokenDeps): Promise<TokenProcess> {
  const child = fork(entry, {
    execArgv: [
      "--max-old-space-size=64",
      "--v8-pool-size=0",
      "--single-threaded-gc",
      "--disable-warning=ExperimentalWarning",
      "--disable-warning=SecurityWarning",
      ...permissionArguments({ ...noFiles, isNative: true }).filter((right) => right !== "--allow-worker"),
    ],
    serialization: "advanced",
    env: { ...environment },
    // What a library of a token may print is not read: nobody knows what is in it.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const { waitFor, isAlive } = answersOf(child);
  const ready = waitFor(0, start_ms);
  child.send(token, () => undefined);
  await ready;
  let asked = 0;
  return {
    isAlive,
    ask: async (act) => {
      asked += 1;
      const answer = waitFor(asked, actMs);
      child.send({ n: asked, act } satisfies UnitKeyQuestion, () => undefined);
      return await answer;
    },
    end: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.ref();
      if (isAlive()) child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await gone;
    },
  };
}

/** Hears what a process says, each answer for who waits for it. One that waits for nothing keeps nobody from ending. */
function answersOf(child: ChildProcess) {
  const waiting = new Map<number, Answered>();
  let isGone = false;
  const rest = (): void => {
    if (waiting.size > 0) return;
    child.unref();
    child.channel?.unref();
  };
  const lose = (words: string): void => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(new SessionLost(words));
    waiting.clear();
    rest();
  };
  child.on("message", (answer: UnitKeyAnswer) => {
    const waited = waiting.get(answer.n);
    waiting.delete(answer.n);
    if (answer.kind === "done") waited?.resolve(answer.bytes);
    else waited?.reject(faultOf(answer));
    if (answer.kind === "lost") lose(answer.words);
    rest();
  });
  child.on("exit", () => lose("the process with the token's keys ended")).on("error", () => lose("it did not start"));
  const waitFor = async (n: number, patienceMs: number): Promise<Uint8Array | null> => {
    if (isGone) throw new SessionLost("the process with the token's keys ended");
    child.ref();
    child.channel?.ref();
    const late = setTimeout(() => {
      lose(`the token did not answer within ${patienceMs} ms`);
      child.kill("SIGKILL");
    }, patienceMs);
    try {
      return await new Promise((resolve, reject) => waiting.set(n, { resolve, reject }));
    } finally {
      clearTimeout(late);
    }
  };
  return { waitFor, isAlive: () => !isGone };
}

function faultOf({ kind, words }: Extract<UnitKeyAnswer, { readonly words: string }>): Error {
  if (kind === "lost") return new SessionLost(words);
  return kind === "pin" ? new PinShown(words) : new KeysUnavailable(words);
}
