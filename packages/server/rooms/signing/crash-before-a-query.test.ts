import { describe, expect, it } from "vitest";
import { crashAtEveryQuery, crashBothSigners, issuingStatements } from "../../test/crash-at-every-query.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();

describe("a crash at any query of the work", () => {
  it("[S-148] loses nothing and does nothing twice, before the query", { timeout: 240_000 }, async () => {
    // Two documents, all steps: a run that makes far fewer queries would not have passed them.
    expect(await crashAtEveryQuery(world, "before")).toBeGreaterThan(40);
  });

  it("[S-148] nor with two signers, the second's certificate being issued, before the query", {
    timeout: 240_000,
  }, async () => {
    const met = [...(await crashBothSigners(world, "before"))].join("\n");
    for (const statement of issuingStatements) expect(met).toContain(statement);
  });
});
