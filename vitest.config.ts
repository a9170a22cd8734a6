import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,scripts,interop,bench,fuzz,e2e}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["packages/server/test/global-setup.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
