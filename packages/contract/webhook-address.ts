/** The address of a webhook, as far as its form says. Where it leads is looked at by the server, at each delivery. */

/** Whether a text is an address that a program may listen at; `http:` is for networks that the operator allows. */
export function isWebhookAddress(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === "" && url.password === "" && url.hash === "";
}
