/** A signing service of its own for one test file. */
import { afterAll, beforeAll } from "vitest";
import { openSigningWorld, type SigningWorld } from "./signing-world.ts";
import { useTestDatabase } from "./test-database.ts";

/**
 * A world on a database of its own, open between `beforeAll` and `afterAll` of the file. It is filled before later hooks of the file
 * run, so that one object can be named from its top on; while tests are only being collected there is nothing in it.
 */
export function useSigningWorld(): SigningWorld {
  const database = useTestDatabase();
  const world: Partial<SigningWorld> = {};
  beforeAll(async () => {
    Object.assign(world, await openSigningWorld(database.current().db));
  });
  afterAll(() => world.close?.());
  return world as SigningWorld;
}
