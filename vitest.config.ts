import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,scripts,interop,bench,fuzz,gallery,e2e}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["packages/server/test/global-setup.ts"],
    pool: "forks",
    // Two at least: walks wait for browsers, retries and outages most of their time, which another file can use.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    // Walks, outages and races have bounds in time; on a machine that others use too one may miss its own once. The run in CI
    // tries such a test again and names it (scripts/test.ts), and more than five of them are red.
    retry: process.env.CI === undefined ? 0 : 1,
    hookTimeout: 60_000,
    // A second, as it is otherwise, is over before a busy machine has drawn a page.
    expect: { poll: { timeout: 10_000 } },
  },
});
