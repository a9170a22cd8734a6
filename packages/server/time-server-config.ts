/** An entry of SIEGEL_TIME_SERVER. */
import { ConfigurationFault } from "./configuration-fault.ts";

const ntp_port = 123;

/** Host and port of `host` or `host:port`. @throws ConfigurationFault */
export function timeServerFrom(entry: string): { host: string; port: number } {
  const url = URL.parse(`ntp://${entry}`);
  if (url === null || url.hostname === "" || url.port === "0" || url.href !== `ntp://${url.host}`)
    throw new ConfigurationFault(`SIEGEL_TIME_SERVER: ${entry} is no host and no host:port`);
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port === "" ? ntp_port : Number(url.port) };
}
