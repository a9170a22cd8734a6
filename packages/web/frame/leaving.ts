/** What a page still has to save before its session ends. */

type Save = () => Promise<unknown>;

const saves = new Set<Save>();

/** Names what is to be done before the session ends here; answers how to take that back. */
export function beforeLeaving(save: Save): () => void {
  saves.add(save);
  return () => void saves.delete(save);
}

/** Nobody who wants to leave waits longer for a network that is away: what is not saved by then waits in this tab. */
const leaving_ms_max = 3_000;

/** Saves what is left, if that is possible in a moment. */
export async function saveBeforeLeaving(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, leaving_ms_max);
  });
  await Promise.race([Promise.allSettled([...saves].map((save) => save())), late]);
  clearTimeout(timer);
}
