/** Puts the sandbox's eID-Server together: what services ask, what clients connect to, and a client of its own. */
import type { Server } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Faults } from "../faults.ts";
import type { PersonMemory } from "../identity-wizard.ts";
import { cardChannel } from "./card-channel.ts";
import { eidClientRoutes } from "./client-routes.ts";
import type { EidSigner } from "./envelope.ts";
import { answerSigner, channelKey } from "./server-keys.ts";
import { eidServerRoutes } from "./server-routes.ts";
import { openEidSessions } from "./sessions.ts";

/** Settings and parts of the sandbox. `eidRelyingParty`: the origin of the service. */
export type EidDeps = {
  readonly now: () => Date;
  readonly randomHex: () => string;
  readonly note: (text: string) => void;
  readonly eidRelyingParty: string;
  readonly faults: Faults;
  readonly persons: PersonMemory;
};

/** Its parts; `listensOn` says on which port `channel` does. */
export type Eid = {
  readonly routes: (app: FastifyInstance) => void;
  readonly channel: Server;
  readonly listensOn: (port: number) => void;
};

/** Nothing listens yet, and no key is made before it is asked for. */
export function openEid(deps: EidDeps): Eid {
  const sessions = openEidSessions(deps);
  const address = Promise.withResolvers<string>();
  let signing: Promise<EidSigner> | null = null;
  const signer = (): Promise<EidSigner> => {
    signing ??= answerSigner(deps);
    return signing;
  };
  return {
    routes: (app) => {
      eidServerRoutes(app, { ...deps, sessions, signer, serverAddress: address.promise });
      eidClientRoutes(app, { ...deps, sessions });
    },
    channel: cardChannel({
      ...{ ...deps, sessions, relyingParty: deps.eidRelyingParty },
      channelKey: () => channelKey(deps),
    }),
    listensOn: (port) => address.resolve(`https://127.0.0.1:${port}/paos`),
  };
}
