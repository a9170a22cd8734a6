import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "../audit-trail/audit-trail.ts";
import { numbersOf, plainSteps, rangesOf } from "./plain-steps.ts";
import { stepText } from "./step-texts.ts";

type Given = readonly [type: string, minute: number, more?: Partial<RecordedEvent>];

/** Events of a trail at minutes of a day; those of a person are hers where nothing else is said. */
const trailOf = (given: readonly Given[]): RecordedEvent[] =>
  given.map(([type, minute, more]) => ({
    ...{ chainId: "w", seq: 1, at: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(), type },
    ...{ actorKind: "signer", actorId: "ada", workflowId: "w", signerId: "ada", fileId: null },
    ...{ detailsHash: "", prevHash: "", hash: "", details: {}, ...more },
  }));
const service = (details: RecordedEvent["details"], signerId: string | null = "ada") => ({
  actorKind: "system",
  signerId,
  details,
});

const told = (given: readonly Given[], { seals = false, documents = 2 } = {}) =>
  plainSteps(trailOf(given)).map((step) => {
    const names = { language: "en", concernedIn: ({ signerId }: RecordedEvent) => signerId ?? "Jonas" } as const;
    return [numbersOf(step), stepText(step, { ...names, sealsIn: () => seals, documents, signers: 2 })];
  });

describe("the steps of a workflow", () => {
  it("tell a login once a visit, with the terms that were accepted, and the next visit again", () => {
    const login: Given[] = [
      ["signer.accepted-terms", 0, { details: { version: "3" } }],
      ["signer.logged-in", 0],
      ["document.filled", 5, { fileId: "a" }],
      ["signer.logged-in", 20],
      ["signer.logged-in", 49],
      ["signer.logged-in", 80],
    ];
    expect(told(login)).toEqual([
      ["1–2, 4–5", "Opened the workflow and accepted the terms (version 3)"],
      ["3", "Filled in fields"],
      ["6", "Opened the workflow"],
    ]);
  });

  it("tell the same act on several documents once, and again after something was changed", () => {
    const acts: Given[] = [
      ["document.confirmed", 1, { fileId: "a" }],
      ["document.confirmed", 2, { fileId: "b" }],
      ["document.changed-after-confirming", 3, { fileId: "a" }],
      ["document.confirmed", 4, { fileId: "a" }],
    ];
    expect(told(acts)).toEqual([
      ["1–2", "Confirmed the documents"],
      ["3", "Changed something in a document afterwards, and had to look at it again"],
      ["4", "Confirmed the document"],
    ]);
    expect(told([["document.confirmed", 1, { fileId: "a" }]], { documents: 1 })).toEqual([
      ["1", "Opened the document and pressed “Next”"],
    ]);
  });

  it("tell a code with what became of it, whichever report came late, and wrong ones by their number", () => {
    const code = (attemptId: string) => ({ attemptId, maskedPhone: "+48 •• 27", reference: "K7" });
    const codes: Given[] = [
      ["code.issued", 1, { details: code("a") }],
      ["code.issued", 2, { details: code("b") }],
      ["code.delivery", 3, service({ attemptId: "b", state: "delivered" })],
      ["code.delivery", 4, service({ attemptId: "a", state: "undelivered" })],
      ["code.wrong", 5],
      ["code.wrong", 6],
    ];
    const phone = "+48\u00a0••\u00a027";
    expect(told(codes)).toEqual([
      ["1, 4", `Code for ada to ${phone}: not delivered`],
      ["2–3", `Code for ada to ${phone}: delivered`],
      ["5–6", "Entered a wrong code (2 times)"],
    ]);
  });

  it("tell a turn by its mail, one mail to several once, and by itself one that did not arrive", () => {
    const mails: Given[] = [
      ["signer.invited", 0, service({}, "ada")],
      ["signer.invited", 0, service({}, "bo")],
      ["message.sent", 1, service({ kind: "invitation" }, "ada")],
      ["message.failed", 1, service({ kind: "invitation" }, "bo")],
      ["workflow.finished", 9, service({}, null)],
      ["message.sent", 9, service({ kind: "finished" }, "ada")],
      ["message.sent", 9, service({ kind: "finished" }, null)],
    ];
    expect(told(mails)).toEqual([
      ["1–4", "Invited ada by e-mail. Mail to bo could not be delivered: invitation"],
      ["5", "The workflow is finished"],
      ["6–7", "Told ada and Jonas by e-mail that it is finished"],
    ]);
  });

  it("call a seal a seal, and tell what was shown with the act that it belongs to", () => {
    const act = { actId: "x", approval: "code" };
    const acts: Given[] = [
      ["signing.authorised", 1, { details: act }],
      ["signing.shown", 1, { fileId: "b", details: { actId: "x" } }],
      ["signing.signed", 1, { fileId: "a" }],
    ];
    expect(told(acts)).toEqual([
      ["1–2", "Entered the code and confirmed the signature"],
      ["3", "Signed the document"],
    ]);
    expect(told(acts, { seals: true }).map(([, what]) => what)).toEqual([
      "Entered the code and confirmed the seal",
      "Sealed the document",
    ]);
  });

  it("have every event of a trail in one step, however long the trail is", () => {
    const types = [
      "signer.logged-in",
      "document.filled",
      "code.wrong",
      "signing.signed",
      "message.sent",
      "signer.invited",
    ];
    const trail = trailOf(
      Array.from({ length: 3_000 }, (_, i) => [types[(i * 7) % types.length] ?? "", i % 60] as const),
    );
    const numbers = plainSteps(trail).flatMap((step) => step.map(({ number }) => number));
    expect(numbers.sort((a, b) => a - b)).toEqual(trail.map((_, i) => i + 1));
  });

  it("are numbered as people write it", () => {
    expect(rangesOf([3, 1, 2, 5])).toBe("1–3, 5");
    expect(
      numbersOf([7, 9, 11, 20].map((number) => ({ number, event: trailOf([["a", 0]])[0] as RecordedEvent }))),
    ).toBe("7 … 20");
  });
});
