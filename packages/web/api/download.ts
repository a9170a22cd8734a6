/** Saves a file of the session on the person's device. */
import { savedFileName } from "@siegel/contract/file-name.ts";
import { readAnswer } from "./answer.ts";
import { fileUrl } from "./calls.ts";
import { elsewhereOf, sessionHeaders, show, watchSession } from "./client.ts";
import { notify } from "./notices.ts";

/**
 * Fetches the file with the session's proof and hands it to the browser. Answers null when it worked, else the code that says why not.
 * `isToldByPage`: the page says it beside the file; otherwise a banner does.
 */
export async function download(
  file: { id: string; name: string },
  { isToldByPage }: { readonly isToldByPage: boolean },
): Promise<string | null> {
  const isTheirs = watchSession();
  try {
    const response = await fetch(fileUrl(file.id), {
      credentials: "same-origin",
      headers: { Accept: "application/pdf", ...sessionHeaders() },
    });
    if (!response.ok) {
      const refusal = readAnswer(response.status, await response.json(), null);
      if (refusal.ok) return null;
      if (!isToldByPage || elsewhereOf(refusal) !== null) show(refusal, isTheirs());
      return refusal.code;
    }
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = address;
    link.download = savedFileName(file.name);
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return null;
  } catch {
    if (!isToldByPage) notify("failure", "SERVICE_ERROR");
    return "SERVICE_ERROR";
  }
}
