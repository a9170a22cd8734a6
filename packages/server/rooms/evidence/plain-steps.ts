/**
 * What happened, as a person tells it: events of the trail that belong together are one step. Each event is in exactly one step, and a
 * step says by their numbers which they are: the annex tells every one of them by itself.
 */
import type { RecordedEvent } from "../audit-trail/audit-trail.ts";
import { detailOf } from "./event-texts.ts";

/** An event of the trail; they count from 1. */
export type NumberedEvent = { readonly number: number; readonly event: RecordedEvent };
/** Events that are one step, in their order. */
export type Step = readonly NumberedEvent[];

/** If a person does nothing for this long, their next step is another visit. */
const visit_ms = 30 * 60_000;
/** Mails about one thing go out within this time. */
const mails_ms = 10 * 60_000;

/** What a person may do several times on a visit, told once. */
const repeated: ReadonlySet<string> = new Set([
  "signer.logged-in",
  "document.filled",
  "document.confirmed",
  "document.image-chosen",
  "code.wrong",
  "signer.wrong-password",
  "signing.signed",
]);
/** After these what was done before may have to be done again, which is told again. */
const anew: ReadonlySet<string> = new Set(["document.changed-after-confirming", "document.reopened", "signing.failed"]);

/** What is known of one person while the trail is read. */
type Person = {
  /** When they were last there. */
  seenMs: number;
  last: NumberedEvent[] | null;
  /** Steps of this visit, by type. */
  readonly visit: Map<string, NumberedEvent[]>;
};

/** The steps of a trail, in the order in which they began. */
export function plainSteps(trail: readonly RecordedEvent[]): readonly Step[] {
  const steps: NumberedEvent[][] = [];
  const people = new Map<string | null, Person>();
  /** The events that others of the service's belong to, by what they are about. */
  const acts = new Map<string, NumberedEvent[]>();
  const invited = invitations(trail);
  for (const [i, event] of trail.entries()) {
    const person = people.get(event.signerId) ?? { seenMs: Number.NEGATIVE_INFINITY, last: null, visit: new Map() };
    people.set(event.signerId, person);
    const isOwn = event.actorKind === "signer";
    if (isOwn) arrive(person, event);
    const key = actOf(event, invited.get(event.signerId ?? "") ?? -1, i);
    const known = stepFor(event, {
      person,
      last: steps.at(-1) ?? null,
      ofAct: key === null ? null : (acts.get(key) ?? null),
    });
    const step = known ?? [];
    step.push({ number: i + 1, event });
    if (known === null) steps.push(step);
    if (key !== null) acts.set(key, step);
    if (isOwn) person.last = step;
    if (isOwn && repeated.has(event.type)) person.visit.set(event.type, step);
  }
  return steps;
}

/** Where the invitation of each signer that a mail tells of stands in the trail. */
function invitations(trail: readonly RecordedEvent[]): ReadonlyMap<string, number> {
  return new Map(trail.flatMap((event, i) => (isInvitation(event) ? [[event.signerId ?? "", i] as const] : [])));
}

const isInvitation = ({ type, details }: RecordedEvent): boolean =>
  type.startsWith("message.") && detailOf(details, "kind") === "invitation";

const atMs = ({ at }: RecordedEvent): number => new Date(at).getTime();

function arrive(person: Person, event: RecordedEvent): void {
  if (atMs(event) - person.seenMs > visit_ms || anew.has(event.type)) person.visit.clear();
  person.seenMs = atMs(event);
}

/** What an event is about where others about the same belong to it: a code, a confirmation, whose turn it is. */
function actOf(event: RecordedEvent, invitedAt: number, place: number): string | null {
  const { type, signerId, details } = event;
  if (type.startsWith("code.")) return idOf("attemptId", details);
  if (type === "signing.authorised" || type === "signing.shown") return idOf("actId", details);
  return (type === "signer.invited" && invitedAt > place) || isInvitation(event) ? `turn ${signerId}` : null;
}

function idOf(name: string, details: RecordedEvent["details"]): string | null {
  const id = detailOf(details, name);
  return id === null ? null : `${name} ${id}`;
}

type Around = {
  readonly person: Person;
  readonly last: NumberedEvent[] | null;
  readonly ofAct: NumberedEvent[] | null;
};

/** The step that an event belongs to, or null where it begins one. */
function stepFor(event: RecordedEvent, { person, last, ofAct }: Around): NumberedEvent[] | null {
  if (ofAct !== null) return ofAct;
  if (event.type.startsWith("message.") || event.type === "signer.invited") return sameMail(event, last);
  if (!repeated.has(event.type)) return null;
  const isArrival = event.type === "signer.logged-in";
  const hasAccepted = isArrival && person.last?.at(-1)?.event.type === "signer.accepted-terms";
  return person.visit.get(event.type) ?? (hasAccepted ? person.last : null);
}

/** The same mail to several people, or their turn that came at the same time. */
function sameMail(event: RecordedEvent, last: NumberedEvent[] | null): NumberedEvent[] | null {
  const before = last?.at(-1)?.event;
  if (before === undefined || before.type !== event.type || atMs(event) - atMs(before) > mails_ms) return null;
  return detailOf(before.details, "kind") === detailOf(event.details, "kind") ? last : null;
}

/** Numbers as people write them: 1–3, 5. */
export const rangesOf = (numbers: readonly number[]): string => runsOf(numbers).join(", ");

/** The numbers of a step; for many runs, the first and the last number. */
export function numbersOf(step: Step): string {
  const numbers = step.map(({ number }) => number);
  const runs = runsOf(numbers);
  return runs.length > 2 ? `${Math.min(...numbers)} … ${Math.max(...numbers)}` : runs.join(", ");
}

function runsOf(numbers: readonly number[]): readonly string[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
}
