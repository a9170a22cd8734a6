/** The cases of the sandbox's video provider, for as long as it runs. A case goes forward only: from `review` on there is no way back. */
import { z } from "zod";
import { type PersonMemory, type PlayedPerson, playedPerson } from "../identity-wizard.ts";
import { isLoopback } from "../loopback.ts";

const onThisMachine = z.url().refine(isLoopback, "an address on this machine");

/** Body with which a case is begun. */
export const caseOrder = z.object({
  reference: z.string().min(1).max(200),
  person: z.object({ first_name: z.string().min(1).max(200), last_name: z.string().min(1).max(200) }),
  language: z.enum(["de", "en"]),
  return_url: onThisMachine,
  webhook_url: onThisMachine,
});
type CaseOrder = z.infer<typeof caseOrder>;

/** How it can end, and the words with which the answer says so. */
const ends = {
  succeed: { state: "approved", reason: null },
  review: { state: "review", reason: null },
  reject: { state: "rejected", reason: "not_recognised" },
  document_expired: { state: "rejected", reason: "document_expired" },
  document_not_accepted: { state: "rejected", reason: "document_not_accepted" },
  abort: { state: "cancelled", reason: null },
  expire: { state: "expired", reason: null },
  /** The person went back, and the film is still being looked at. */
  leave: { state: "running", reason: null },
} as const;
type State = (typeof ends)[keyof typeof ends]["state"] | "created";

/** What can be decided of a case. */
export const caseOutcome = z.enum(Object.keys(ends) as [keyof typeof ends, ...(keyof typeof ends)[]]);
export type CaseOutcome = z.infer<typeof caseOutcome>;

/** A case. */
export type VideoCase = {
  readonly uuid: string;
  readonly order: CaseOrder;
  readonly state: State;
  readonly reason: string | null;
  /** Whom the film shows; null: nobody was recognised yet. */
  readonly person: PlayedPerson | null;
  readonly updatedAt: Date;
};

/** All cases. */
export type VideoCases = {
  /** The same reference is the same case. */
  readonly begin: (order: CaseOrder) => { readonly one: VideoCase; readonly isNew: boolean };
  readonly find: (uuid: string) => VideoCase | null;
  /** The page was opened. */
  readonly open: (one: VideoCase) => void;
  /** Whom the page is filled in with. */
  readonly expected: (one: VideoCase) => PlayedPerson;
  /** Null: it was decided before. Where nobody is named, the film shows who was expected. */
  readonly decide: (
    one: VideoCase,
    decision: { readonly outcome: CaseOutcome; readonly person: PlayedPerson | null },
  ) => VideoCase | null;
};

/** Whether nothing can be decided any more. */
export const isDecided = ({ state }: VideoCase): boolean => !["created", "running", "review"].includes(state);

/** Starts without any. */
export function openVideoCases(deps: {
  readonly persons: PersonMemory;
  readonly now: () => Date;
  readonly uuid: () => string;
}): VideoCases {
  const cases = new Map<string, VideoCase>();
  const save = (one: VideoCase): VideoCase => {
    cases.set(one.uuid, one);
    return one;
  };
  const expected = ({ order, person }: VideoCase): PlayedPerson =>
    person ?? {
      ...deps.persons.last(),
      ...{ first_names: order.person.first_name, last_name: order.person.last_name, birth_name: "" },
    };
  return {
    begin: (order) => {
      const known = [...cases.values()].find((one) => one.order.reference === order.reference);
      if (known !== undefined) return { one: known, isNew: false };
      const made = { uuid: deps.uuid(), order, state: "created", reason: null, person: null } as const;
      return { one: save({ ...made, updatedAt: deps.now() }), isNew: true };
    },
    find: (uuid) => cases.get(uuid) ?? null,
    open: (one) => {
      if (one.state === "created") save({ ...one, state: "running", updatedAt: deps.now() });
    },
    expected,
    decide: (one, { outcome, person }) => {
      if (isDecided(one) || (one.state === "review" && outcome === "leave")) return null;
      if (person !== null) deps.persons.keep(person);
      const shown = outcome === "leave" ? null : (person ?? expected(one));
      return save({ ...one, ...ends[outcome], person: shown, updatedAt: deps.now() });
    },
  };
}

/** Body of `POST …/decide`. `delay_ms`: how late `late` is. */
export const caseDecision = z.strictObject({
  outcome: caseOutcome,
  person: playedPerson.partial().default({}),
  webhook: z.enum(["send", "none", "twice", "late", "unsigned", "wrong", "old"]).default("send"),
  delay_ms: z.number().int().min(0).max(120_000).default(2_000),
});

/** The answer of the provider. Names are in it once somebody was recognised. */
export function caseAnswer({ uuid, order, state, reason, person, updatedAt }: VideoCase): object {
  const shown =
    person === null || !["approved", "review"].includes(state)
      ? {}
      : {
          person: {
            first_names: person.first_names,
            last_name: person.last_name,
            birth_name: person.birth_name === "" ? null : person.birth_name,
            birthdate: person.birthdate,
            nationality: person.nationality,
          },
          document: { type: person.document, number: null, valid_until: person.valid_until, country: person.country },
        };
  return { uuid, reference: order.reference, state, reason, ...shown, updated_at: updatedAt.toISOString() };
}
