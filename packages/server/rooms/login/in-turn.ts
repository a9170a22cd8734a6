/** Work about one thing, one piece after the other in this process, each when the one before is done or has failed. */
export function inTurn(): <Outcome>(about: string, work: () => Promise<Outcome>) => Promise<Outcome> {
  const lastOf = new Map<string, Promise<unknown>>();
  return async (about, work) => {
    const own = (lastOf.get(about) ?? Promise.resolve()).then(work, work);
    lastOf.set(about, own);
    try {
      return await own;
    } finally {
      if (lastOf.get(about) === own) lastOf.delete(about);
    }
  };
}
