/** What sends and checks codes, over a database and without HTTP: its texts stay in a list, and its time stands still. */
import { systemRandom } from "../adapters/random.ts";
import type { Db } from "../db/database.ts";
import { codeSecret, wrongTries } from "../rooms/challenges/challenges.ts";

const codeLimits = { perNumberPerHour: 2, perAddressPerHour: 1_000 };

/** A house of its own, with a secret of its own; two codes an hour to one number. */
export function codeHouse(db: Db) {
  const now = new Date("2026-11-26T12:00:00Z");
  const secret = codeSecret(systemRandom.bytes(32));
  const texts: string[] = [];
  const take = async ({ text }: { text: string }) => {
    texts.push(text);
    return { providerReference: systemRandom.id() };
  };
  return {
    db,
    now,
    texts,
    codeSecret: secret,
    clock: { now: () => now },
    random: systemRandom,
    wrongTries: wrongTries(),
    codeLimits,
    codeSender: { provider: "Testdienst", host: "test.example" },
    codes: { sendText: take, call: take },
  };
}
/** Such a house. */
export type CodeHouse = ReturnType<typeof codeHouse>;
