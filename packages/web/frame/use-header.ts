import { useState } from "react";
import { requireHeader } from "../api/queries.ts";
import { readHeader, type SessionHeader } from "../session.ts";

/**
 * The session of the page. Logging out forgets the session at once, but the page stays until the server has answered.
 * If the page is drawn again in between, it still knows its session.
 * @throws when the page begins without a session: its route forgot the guard
 */
export function useHeader(): SessionHeader {
  const [first] = useState(requireHeader);
  return readHeader() ?? first;
}
