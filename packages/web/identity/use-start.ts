import { useState } from "react";
import type { Answer, Refusal } from "../api/answer.ts";
import { elsewhereOf } from "../api/client.ts";

/** The page itself says why it could not begin, as long as the person stays on it. */
export const toldHere = { toldByPage: (refusal: Refusal) => elsewhereOf(refusal) === null };

/** What a press that begins an identification needs: whether it is on its way, why it was refused, and whether the browser was sent off. */
export type Start = {
  readonly busy: boolean;
  /** The code of the refusal. */
  readonly fault: string | null;
  readonly gone: boolean;
};

const idle: Start = { busy: false, fault: null, gone: false };

/** Begins identifications: the address is asked for when it is needed, and the browser goes there. */
export function useStart(): {
  readonly start: Start;
  readonly go: (asked: Promise<Answer<string>>) => Promise<void>;
} {
  const [start, setStart] = useState(idle);
  async function go(asked: Promise<Answer<string>>): Promise<void> {
    setStart({ ...idle, busy: true });
    const answer = await asked;
    if (!answer.ok) return setStart({ ...idle, fault: answer.code });
    window.location.assign(answer.data);
    // An app opens beside the page, which stays.
    setStart({ ...idle, gone: true });
  }
  return { start, go };
}
