import { useState } from "react";
import { requireHeader } from "../api/queries.ts";
import { readHeader, type SessionHeader } from "../session.ts";

/**
 * The session of the page. While somebody logs out it is already forgotten, and the page stands until the server has answered:
 * drawn anew in between, it still knows whose it is.
 * @throws when the page begins without a session: its route forgot the guard
 */
export function useHeader(): SessionHeader {
  const [first] = useState(requireHeader);
  return readHeader() ?? first;
}
