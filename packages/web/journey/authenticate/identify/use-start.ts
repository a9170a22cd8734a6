import { useState } from "react";
import type { Answer } from "../../../api/answer.ts";
import { elsewhereOf } from "../../../api/client.ts";
import { callIdentification } from "../../../api/identification-calls.ts";
import { currentLanguage } from "../../../i18n/language.ts";
import type { SignerPath } from "../../../paths.ts";
import { thisDevice } from "./device.ts";

/** The page itself says why it could not begin, as long as the person stays on it. */
const told = { toldByPage: (refusal: Parameters<typeof elsewhereOf>[0]) => elsewhereOf(refusal) === null };

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
  /** `onPhone`: by the link that opens the app on a phone. */
  readonly startCard: (onPhone: boolean) => Promise<void>;
  readonly startVideo: (at: SignerPath) => Promise<void>;
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
  return {
    start,
    startCard: async (onPhone) => await go(addressOfCard(onPhone)),
    startVideo: async (at) => await go(addressOfVideo(at)),
  };
}

async function addressOfCard(onPhone: boolean): Promise<Answer<string>> {
  const query = { isMobile: onPhone ? "true" : "false" } as const;
  const answer = await callIdentification("startAusweisApp", { query }, told);
  return answer.ok ? { ...answer, data: answer.data.url } : answer;
}

async function addressOfVideo({ workflow_id, signer_id }: SignerPath): Promise<Answer<string>> {
  const workflow = { workflow_id, signer_id, language: currentLanguage() };
  const body = { workflow, isMobile: thisDevice() !== "computer" };
  const answer = await callIdentification("startNect", { body }, told);
  return answer.ok ? { ...answer, data: answer.data.nect_url } : answer;
}
