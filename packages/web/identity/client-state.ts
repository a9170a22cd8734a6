/** Whether the app for ID cards runs on this computer, as far as a page can know (BSI TR-03124-1 §2.2; WICG Local Network Access). */

/** What the browser says of our asking programs on this computer; `none`: it knows no such question, as Firefox and Safari. */
export type Permission = "granted" | "denied" | "prompt" | "none";
/** What became of the request. */
export type Asked = "answered" | "failed" | "late";

/**
 * available: it runs · unavailable: surely not · prompt: the browser waits for the person's answer · blocked: it does not let us ask ·
 * unknown: nobody can tell.
 */
export type ClientState = "available" | "unavailable" | "prompt" | "blocked" | "unknown";

/** The state that follows. Only where we may ask, and are refused at once, is it sure that nothing runs there. */
export function clientStateOf(permission: Permission, asked: Asked): ClientState {
  if (asked === "answered") return "available";
  if (permission === "denied") return "blocked";
  if (permission === "prompt" && asked === "late") return "prompt";
  return permission === "granted" && asked === "failed" ? "unavailable" : "unknown";
}

/** Whatever the browser waits for: some never answer (providers.md §1.4). */
const ask_max_ms = 3_000;

/** Asks the client; only on a press, since the browser may then ask the person. */
export async function askClient(clientUrl: string): Promise<ClientState> {
  const asked = await ask(`${clientUrl}?Status=json`);
  // After the request: the person may have answered meanwhile.
  return clientStateOf(await permissionToAsk(), asked);
}

async function ask(url: string): Promise<Asked> {
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, ask_max_ms);
  try {
    // Any answer tells that it runs; what it says nobody needs. Browsers that know no address spaces ignore them.
    await fetch(url, {
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      signal: stop.signal,
      targetAddressSpace: "loopback",
    } as RequestInit);
    return "answered";
  } catch {
    return late ? "late" : "failed";
  } finally {
    clearTimeout(timer);
  }
}

/** Chrome 145 knows the first name, versions from 142 on the second. */
const names = ["loopback-network", "local-network-access"] as const;

async function permissionToAsk(): Promise<Permission> {
  // From one program of this computer to another no browser asks anybody.
  if (["localhost", "127.0.0.1"].includes(window.location.hostname)) return "granted";
  for (const name of names) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // It does not know this name.
    }
  }
  return "none";
}
