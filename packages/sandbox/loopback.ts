/** The sandbox sends requests and browsers to this machine only, whatever address it is given. */

/** Whether an address is on this machine. */
export function isLoopback(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? "";
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @throws when the address is not on this machine */
export function requireLoopback(url: string): void {
  if (!isLoopback(url)) throw new Error(`the sandbox calls loopback addresses only, not ${new URL(url).hostname}`);
}
