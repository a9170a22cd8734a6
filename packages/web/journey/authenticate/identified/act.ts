/** What a code from the chosen phone does: certificate and signature in one act, or, where names are doubtful, the way to a person. */
import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { Answer } from "../../../api/answer.ts";
import type { CallData } from "../../../api/calls.ts";
import { callIdentification } from "../../../api/identification-calls.ts";
import { isToldByAct } from "../../../frame/run-to-the-end.ts";
import { keptShown } from "../../../frame/shown-files.ts";
import { currentLanguage } from "../../../i18n/language.ts";
import type { SignerPath } from "../../../paths.ts";
import type { Chosen } from "./chosen.ts";

/** `auth_token`: the name of the code. */
type Code = { readonly auth_token: string; readonly otp: string };

const told = { toldByPage: isToldByAct };

/** Issues the certificate and signs with it, or does neither (signer-side.md §7). The same act twice is one. */
export async function signIdentified(
  { workflow_id, signer_id }: SignerPath,
  { first_name, last_name, country, route }: Identification,
  act: Code & Chosen,
): Promise<Answer<CallData<"signNowQes2Fa">>> {
  const body = {
    ...act,
    workflow: { workflow_id, signer_id, language: currentLanguage() },
    files: keptShown(),
    ident_signer: { first_name, last_name, country },
    gateway: route === "video" ? "nect" : "ausweisapp2",
  };
  return await callIdentification("signWorkflowQes", { body }, told);
}

/** Hands a doubtful identification in: key and number are kept until a person has decided. */
export const handIn = async (code: Code): Promise<Answer<Identification>> =>
  await callIdentification("requestReview", { body: code }, told);
