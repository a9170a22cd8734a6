/** Leaving the administration because the person says so. */
import { notify } from "../api/notices.ts";
import { translateNow } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { logOutAccount } from "./who-is-there.ts";

/** Ends the session here and on the server, shows the login, and says whether the server heard it. */
export async function leaveToLogin(go: (to: { readonly href: string }) => Promise<void>): Promise<void> {
  const isHeard = await logOutAccount();
  await go({ href: paths.adminLogin() });
  if (isHeard) notify("success", "USER_SUCCESS_LOGOUT");
  else notify("failure", translateNow("admin.loggedOutHere"));
}
