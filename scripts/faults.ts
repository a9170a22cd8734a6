/** `npm run faults -- --rounds N --seed S`: eight sign while processes are killed, as often as wished; a seed plays again what it played. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "50" }, seed: { type: "string" } } });
const env = {
  ...process.env,
  SIEGEL_TESTS: "all",
  FAULT_ROUNDS: values.rounds,
  ...(values.seed === undefined ? {} : { FAULT_SEED: values.seed }),
};
const vitest = ["node_modules/vitest/vitest.mjs", "run", "e2e/faults/rounds.test.ts"];
process.exitCode = spawnSync(process.execPath, vitest, { stdio: "inherit", env }).status ?? 1;
