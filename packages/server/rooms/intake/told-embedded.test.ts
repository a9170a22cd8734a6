import { documents_per_workflow_max } from "@siegel/contract/limits.ts";
import { expect, it } from "vitest";
import { toldEmbedded } from "./told-embedded.ts";

const first = Array.from({ length: 100 }, (_, n) => ({ name: `${n}.xml`, size: n, sha256: null }));
const many = { embedded: { first, total: 1_000 } };
const none = { embedded: { first: [], total: 0 } };

it.each([
  [1, 100],
  [5, 100],
  [6, 83],
  [documents_per_workflow_max, 10],
])("of the files within each of %s documents the first %s are told, and how many there are", (documents, told) => {
  const files = [none, ...Array.from({ length: documents }, () => many)];
  const [of, ...others] = toldEmbedded(files);
  expect(of).toEqual(none);
  for (const one of others) expect(one).toEqual({ embedded: { first: first.slice(0, told), total: 1_000 } });
});
