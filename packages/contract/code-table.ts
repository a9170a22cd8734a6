/** What each code of a refusal means to a program that calls, and what to do: the API page's table. */
import { senderMeanings } from "./code-meanings.ts";
import { type ErrorCode, errorStatus } from "./codes.ts";
import { signerMeanings } from "./signer-code-meanings.ts";

/** What a code means and what to do, in English, with the status that it travels under; senders' codes first. */
export const codeTable: ReadonlyArray<{
  code: ErrorCode;
  status: number;
  means: string;
  remedy: string;
  isSender: boolean;
}> = [
  ...Object.entries(senderMeanings).map(([code, { means, remedy }]) => ({
    ...rowOf(code as ErrorCode),
    means: means.en,
    remedy: remedy.en,
    isSender: true,
  })),
  ...Object.entries(signerMeanings).map(([code, texts]) => ({
    ...rowOf(code as ErrorCode),
    ...texts,
    isSender: false,
  })),
];

function rowOf(code: ErrorCode): { code: ErrorCode; status: number } {
  return { code, status: errorStatus[code] };
}
