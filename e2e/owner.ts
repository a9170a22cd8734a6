/** The steps of an owner at /certManager, by the words that stand there. */
import { nextMessage, saysReference } from "../fixtures/inbox.ts";
import { type At, button, codeField, say } from "./journey.ts";

/** Types an address and its code; ends where the page says what there is. */
export async function proveMailbox(
  at: At,
  { baseUrl, sandboxUrl }: { readonly baseUrl: string; readonly sandboxUrl: string },
  email: string,
): Promise<void> {
  await askMailCode(at, baseUrl, email);
  await codeField(at).fill(await codeThatCame(at, sandboxUrl, { channel: "mail", to: email }));
  await button(at, "owner.next").click();
}

/** Asks for the code at an address. */
export async function askMailCode({ page, ...at }: At, baseUrl: string, email: string): Promise<void> {
  await page.goto(`${baseUrl}/revoke`);
  await page.waitForURL(/\/certManager$/);
  const field = page.getByLabel(say({ page, ...at }, "owner.email"), { exact: true });
  await field.fill(email);
  await field.press("Enter");
  await page.getByRole("timer").waitFor();
}

/** The code of that mail or text whose reference stands on the page. */
export async function codeThatCame(
  { page }: At,
  sandboxUrl: string,
  { channel, to }: { readonly channel: "mail" | "sms"; readonly to: string },
): Promise<string> {
  await page.getByRole("timer").waitFor();
  const about = saysReference(await page.locator("label + p b.mono").innerText());
  const { text } = await nextMessage(sandboxUrl, to, { channel, about });
  return /\b(\d{6})\b/.exec(text)?.[1] ?? "";
}
