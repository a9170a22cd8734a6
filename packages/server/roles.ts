/**
 * What each kind of process does, in one table: `npm start` is `all`, `siegel web`, `worker` and `authority` are the others.
 * Everything they share lives in the database and the storage (docs/operations/running.md).
 */

import type { TimerName } from "./jobs/timers.ts";
import type { JobName } from "./ports/queue.ts";

/** Routes that are served together. `/api/health` is served by every process. */
export type RouteGroup = "pages" | "calls" | "provider callbacks" | "trust points";

type RoleWork = {
  readonly routes: readonly RouteGroup[];
  readonly timers: readonly TimerName[];
  readonly queues: readonly JobName[];
  /** Has a data folder, with an embedded database where none is named, and outside production the sandbox and the demo. */
  readonly ownsDataFolder: boolean;
};

/** Every kind of process. A test holds `all` to be what the others are together. */
export const roles = {
  all: {
    routes: ["pages", "calls", "provider callbacks", "trust points"],
    timers: [
      "sweep of signing acts",
      "takeover from dead processes",
      "expiry of workflows",
      "reminders of signers",
      "delivery of webhooks",
      "forgetting of deliveries",
      "upkeep of the authority",
      "forgetting of what is unused",
      "clearing away of leftovers",
      "forgetting of wrong passwords",
      "forgetting of images",
      "end of identifications",
      "end of trials",
      "forgetting of records",
      "notice of ending certificates",
      "warnings of usage",
    ],
    queues: [
      "send-message",
      "send-account-mail",
      "send-ident-mail",
      "send-certificate-mail",
      "send-ending-mail",
      "send-revocation-mail",
      "send-change-mail",
      "send-change-text",
      "send-code-mail",
      "destroy-key",
      "revoke-of-organisation",
      "settle-identification",
      "continue-signing",
      "publish-crl",
    ],
    ownsDataFolder: true,
  },
  /** Whom people and senders speak to. The signing call works on its act itself, as in `all`. */
  web: { routes: ["pages", "calls", "provider callbacks"], timers: [], queues: [], ownsDataFolder: false },
  worker: {
    routes: [],
    timers: [
      "sweep of signing acts",
      "takeover from dead processes",
      "expiry of workflows",
      "reminders of signers",
      "delivery of webhooks",
      "forgetting of deliveries",
      "forgetting of what is unused",
      "clearing away of leftovers",
      "forgetting of wrong passwords",
      "forgetting of images",
      "end of identifications",
      "end of trials",
      "forgetting of records",
      "notice of ending certificates",
      "warnings of usage",
    ],
    queues: [
      "send-message",
      "send-account-mail",
      "send-ident-mail",
      "send-certificate-mail",
      "send-ending-mail",
      "send-revocation-mail",
      "send-change-mail",
      "send-change-text",
      "send-code-mail",
      "destroy-key",
      "revoke-of-organisation",
      "settle-identification",
      "continue-signing",
    ],
    ownsDataFolder: false,
  },
  /** Whom verifiers speak to; makes and renews the authority's units and lists. */
  authority: {
    routes: ["trust points"],
    timers: ["upkeep of the authority"],
    queues: ["publish-crl"],
    ownsDataFolder: false,
  },
} as const satisfies Record<string, RoleWork>;

/** Name of a kind of process. */
export type Role = keyof typeof roles;

/** A role's row of the table. */
export const workOf = (role: Role): RoleWork => roles[role];
