/** Whether a port can be listened on, asked before anything is started that would have to be stopped again. */
import { createServer } from "node:net";

/** Where something will listen, and the variable that chooses the port. */
export type ListeningPort = { readonly port: number; readonly host: string; readonly variable: string };

/** A sentence for the person at the terminal where nothing can listen there: why, and what to choose instead; else null. */
export function whyNotListening({ port, host, variable }: ListeningPort): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      const choose = `Choose another one with ${variable}, for example ${variable}=${port < 1_024 ? 8_080 : Math.min(port + 10, 65_535)}.`;
      if (code === "EADDRINUSE") resolve(`Port ${port} is already in use by another program. ${choose}`);
      else if (code === "EACCES") resolve(`This account may not listen on port ${port}. ${choose}`);
      else resolve(`Nothing can listen on port ${port} of ${host}: ${message}.`);
    });
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
