/** The calls by which a signer's identification begins and is followed. */
import { useMemo } from "react";
import type { Answer } from "../../../api/answer.ts";
import { askIdentification, callIdentification, identificationQuery } from "../../../api/identification-calls.ts";
import { useHeader } from "../../../frame/use-header.ts";
import { currentLanguage } from "../../../i18n/language.ts";
import type { CardCalls } from "../../../identity/card-calls.ts";
import { thisDevice } from "../../../identity/device.ts";
import { toldHere } from "../../../identity/use-start.ts";
import { paths, type SignerPath } from "../../../paths.ts";

/** Those of the pages where the card is read. */
export function useCardCalls(): CardCalls {
  const { workflow_id, signer_id } = useHeader();
  return useMemo(() => {
    const header = { workflow_id, signer_id };
    return {
      start: addressOfCard,
      offer: async () => await callIdentification("offerToPhone", { body: {} }, toldHere),
      cancel: () => void callIdentification("cancelIdentification", { body: {} }, { quiet: true }),
      own: { queryKey: identificationQuery(header).queryKey, queryFn: askIdentification },
      told: paths.identified(header),
    };
  }, [workflow_id, signer_id]);
}

async function addressOfCard(onPhone: boolean): Promise<Answer<string>> {
  const query = { isMobile: onPhone ? "true" : "false" } as const;
  const answer = await callIdentification("startAusweisApp", { query }, toldHere);
  return answer.ok ? { ...answer, data: answer.data.url } : answer;
}

/** Where the video provider's page is. */
export async function addressOfVideo({ workflow_id, signer_id }: SignerPath): Promise<Answer<string>> {
  const workflow = { workflow_id, signer_id, language: currentLanguage() };
  const body = { workflow, isMobile: thisDevice() !== "computer" };
  const answer = await callIdentification("startNect", { body }, toldHere);
  return answer.ok ? { ...answer, data: answer.data.nect_url } : answer;
}
