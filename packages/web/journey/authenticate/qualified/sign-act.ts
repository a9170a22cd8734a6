/** The sign sequence of a qualified signer (signer-side.md §4): the code is checked, then the password, then both are used. */
import { callApi } from "../../../api/client.ts";
import { endsChallenge, isWholeCode } from "../../../code/code-rules.ts";
import { type ActRefusal, isToldByAct } from "../../../frame/run-to-the-end.ts";
import { keptShown } from "../../../frame/shown-files.ts";
import { currentLanguage } from "../../../i18n/language.ts";
import type { TextKey } from "../../../i18n/text-key.ts";

export type QualifiedAct = {
  readonly workflow: { readonly workflow_id: string; readonly signer_id: string };
  readonly auth_token: string;
  readonly otp: string;
  readonly password: string;
};

/** Makes the three calls; the first refusal ends them. */
export async function checkThenSignQualified(given: QualifiedAct): ReturnType<typeof callApi<"signNowQes2Fa">> {
  const workflow = { ...given.workflow, language: currentLanguage() };
  const { auth_token, otp } = given;
  // The same characters whatever the keyboard: so it was sent when it was chosen.
  const password = given.password.normalize("NFC");
  const told = { toldByPage: isToldByAct };
  const code = await callApi("checkSms", { body: { workflow, auth_token, otp } }, told);
  if (!code.ok) return code;
  const opened = await callApi("checkCertificatePassword", { body: { workflow, password } }, told);
  if (!opened.ok) return opened;
  const body = { workflow, files: keptShown(), auth_token, otp, password };
  return await callApi("signNowQes2Fa", { body }, told);
}

/** Whether password or code was wrong: one answer for both. */
export const isWrong = (refusal: ActRefusal | null): boolean => refusal?.code === "WRONG_PW_OR_OTP";

/** Whether another code is needed after this refusal. */
export const needsAnother = (refusal: ActRefusal): boolean =>
  endsChallenge(refusal) || (isWrong(refusal) && refusal.triesLeft === 0);

/** What is still missing before it can be signed; null when nothing is. */
export function missingOf({ password, code }: { readonly password: string; readonly code: string }): TextKey | null {
  if (password === "") return code === "" ? "qualified.needsBoth" : "qualified.needsPassword";
  return isWholeCode(code) ? null : "qualified.needsCode";
}
