/** Leaving because the person says so. */
import { leaveTo, logOut } from "../api/client.ts";
import { notify } from "../api/notices.ts";
import { codeOfEnd } from "../ended-session.ts";
import { saveBeforeLeaving } from "./leaving.ts";

/** Saves what is typed, ends the session here and on the server, and says on the page of the signer's link whether the server heard it. */
export async function signOut(): Promise<void> {
  await saveBeforeLeaving();
  const code = codeOfEnd("LOGGED_OUT");
  if (await logOut()) notify("success", code);
  else notify("failure", "LOGGED_OUT_HERE");
  leaveTo("link");
}
