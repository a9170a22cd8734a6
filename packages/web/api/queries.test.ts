import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { SessionHeader } from "../session.ts";
import { filesQuery, tellFiles } from "./queries.ts";

const header = { workflow_id: "w", signer_id: "s" } as SessionHeader;
const { queryKey } = filesQuery(header);
const lease = (completed: boolean): WorkflowFile => ({ id: "lease", completed }) as WorkflowFile;

describe("what the server has changed", () => {
  it("is not put back by an answer that was asked for before", async () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKey, [lease(false)]);
    const slow = Promise.withResolvers<WorkflowFile[]>();
    const asked = queries.fetchQuery({ queryKey, queryFn: () => slow.promise, staleTime: 0 });
    await tellFiles(queries, header, () => [lease(true)]);
    slow.resolve([lease(false)]);
    await asked.catch(() => undefined);
    expect(queries.getQueryData(queryKey)).toEqual([lease(true)]);
  });

  it("is left to a page that waits for all of it", async () => {
    const queries = new QueryClient();
    const slow = Promise.withResolvers<WorkflowFile[]>();
    const asked = queries.fetchQuery({ queryKey, queryFn: () => slow.promise });
    await tellFiles(queries, header, () => [lease(true)]);
    slow.resolve([lease(false), lease(false)]);
    expect(await asked).toHaveLength(2);
  });
});
