/** What an issuer remembers, for as long as the sandbox runs. */
import type { Adapter, AdapterPayload } from "oidc-provider";

type Kept = { readonly payload: AdapterPayload; readonly until: number };

/** Makes the memories of an issuer, one for each kind of thing; `now`: the clock. */
export function issuerMemory(now: () => Date): (kind: string) => Adapter {
  const nowMs = (): number => now().getTime();
  const kinds = new Map<string, Map<string, Kept>>();
  return (kind) => {
    const known = kinds.get(kind) ?? new Map<string, Kept>();
    kinds.set(kind, known);
    const found = (is: (payload: AdapterPayload, id: string) => boolean): AdapterPayload | undefined => {
      for (const [id, { payload, until }] of known) {
        if (until <= nowMs()) known.delete(id);
        else if (is(payload, id)) return payload;
      }
      return undefined;
    };
    return {
      upsert: async (id, payload, expiresIn) => {
        known.set(id, {
          payload,
          until: expiresIn === undefined ? Number.POSITIVE_INFINITY : nowMs() + expiresIn * 1_000,
        });
      },
      find: async (id) => found((_payload, its) => its === id),
      findByUid: async (uid) => found((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => found((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const one = known.get(id);
        if (one === undefined) return;
        known.set(id, { ...one, payload: { ...one.payload, consumed: Math.floor(nowMs() / 1_000) } });
      },
      destroy: async (id) => void known.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, { payload }] of known) if (payload.grantId === grantId) known.delete(id);
      },
    };
  };
}
