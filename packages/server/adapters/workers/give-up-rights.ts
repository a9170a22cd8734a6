/** What a worker (workers/serve-tasks.ts) gives up before it reads anything foreign: threads, because Node's permissions end at them, loading native code, and the network. */
import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

/**
 * For good, as far as threads go, where Node can (24.21; the one for Macs with Intel's processors is older and keeps them,
 * SECURITY.md). The network is taken from Node's modules only, since Node 24 has no permission for it: who runs native code
 * has it still.
 */
export function giveUpRights(): void {
  const { permission } = process as { permission?: { readonly drop?: (scope: string) => void } };
  permission?.drop?.("worker");
  permission?.drop?.("addon");
  const refuse = (): never => {
    throw new Error("a worker has no network");
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  for (const act of ["bind", "connect", "send"] as const) dgram.Socket.prototype[act] = refuse;
  for (const asker of [dns.Resolver, dns.promises.Resolver])
    for (const name of Object.getOwnPropertyNames(asker.prototype))
      if (/^(resolve|reverse)/.test(name)) Object.defineProperty(asker.prototype, name, { value: refuse });
  Object.assign(dns, { lookup: refuse, lookupService: refuse });
}
