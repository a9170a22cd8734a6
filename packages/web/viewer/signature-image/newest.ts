/** Of several readings that began, only the newest may speak. */

/** `begin` answers whether its reading is still the newest; after `end` none is. */
export type Newest = { readonly begin: () => () => boolean; readonly end: () => void };

/** Readings one after another, none of which waits for the one before. */
export function newestOnly(): Newest {
  let latest = 0;
  return {
    begin: () => {
      latest += 1;
      const mine = latest;
      return () => mine === latest;
    },
    end: () => {
      latest += 1;
    },
  };
}
