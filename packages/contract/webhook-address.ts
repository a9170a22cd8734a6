/** The address of a webhook, as far as its form says. Where it leads is looked at by the server, at each delivery. */

/** Whether a text is an address that a program may listen at; `http:` is for networks that the operator allows. */
export function isWebhookAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\/[\x21-\x7e]+$/i.test(text)) return false;
  return url.username === "" && url.password === "" && url.hash === "";
}
