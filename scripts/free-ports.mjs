// The ports that `npm start` will listen on, looked at before anything is installed or built: minutes later the server would say the same
// (packages/server/adapters/listening-port.ts). Under any Node >= 20.19 and with nothing installed yet, hence not that file itself.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** A sentence for each port that is taken, with the variable that chooses another; none where all are free. */
export async function takenPorts(environment) {
  const asked = portsOf(environment);
  const twice = askedTwice(asked);
  if (twice.length > 0) return twice;
  const said = await Promise.all(asked.map(whyTaken));
  return said.filter((sentence) => sentence !== null);
}

/** Looked for first: two that listen on one port would each find the other in their way. */
function askedTwice(asked) {
  return asked.flatMap(({ variable, port, host }, at) => {
    const first = asked
      .slice(0, at)
      .find((one) => one.port === port && (one.host === host || isEvery(one.host) || isEvery(host)));
    if (first === undefined) return [];
    const another = anotherThan(port);
    return [
      `${first.variable} and ${variable} are both port ${port}. Choose another one with ${variable}, for example ${variable}=${another}.`,
    ];
  });
}

const isEvery = (host) => host === "0.0.0.0" || host === "::";

const anotherThan = (port) => Math.min(port + 10, 65_535);

/** What cannot be a port is left to the server, which names every variable that is wrong. */
function portsOf(environment) {
  const numberIn = (variable, otherwise) => Number(environment[variable] || otherwise);
  const asked = [{ variable: "PORT", port: numberIn("PORT", 3_000), host: environment.SIEGEL_HOST || "127.0.0.1" }];
  if (environment.SIEGEL_METRICS_PORT)
    asked.push({
      variable: "SIEGEL_METRICS_PORT",
      port: numberIn("SIEGEL_METRICS_PORT"),
      host: environment.SIEGEL_METRICS_HOST || "127.0.0.1",
    });
  if (environment.SIEGEL_MODE !== "production" && !isSandboxAlive(environment)) {
    const inbox = numberIn("SIEGEL_SANDBOX_PORT", 3_001);
    const mail = numberIn("SIEGEL_SANDBOX_SMTP_PORT", inbox + 1_000);
    const cards = numberIn("SIEGEL_SANDBOX_EID_PORT", inbox + 2_000);
    asked.push({ variable: "SIEGEL_SANDBOX_PORT", port: inbox, host: "127.0.0.1" });
    asked.push({ variable: "SIEGEL_SANDBOX_SMTP_PORT", port: mail, host: "127.0.0.1" });
    asked.push({ variable: "SIEGEL_SANDBOX_EID_PORT", port: cards, host: "127.0.0.1" });
  }
  return asked.filter(({ port }) => Number.isInteger(port) && port > 0 && port < 65_536);
}

/** The sandbox of a server that was killed lives on, and the next start takes it over. */
function isSandboxAlive({ SIEGEL_DATA_DIR = "data" }) {
  try {
    const pid = Number(readFileSync(join(SIEGEL_DATA_DIR, "sandbox.pid"), "utf8"));
    // Of an empty file it is 0, which is the group of this process.
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

function whyTaken({ variable, port, host }) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }) => {
      const another = anotherThan(port);
      const sentence = `Port ${port} is already in use by another program. Choose another one with ${variable}, for example ${variable}=${another}.`;
      resolve(code === "EADDRINUSE" ? sentence : null);
    });
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
