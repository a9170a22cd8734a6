/** Bodies of every call through the reader of JSON, the schemas and the answers of the real server; what is asked is not done. */
import { failure } from "../../packages/contract/call.ts";
import { idleApp } from "../../packages/server/test/idle-app.ts";
import { mutateJson } from "../mutate/mutate-json.ts";
import { calls, requests } from "../seeds/calls.ts";
import { mustHold, type Target } from "../target.ts";

/** Target `http-bodies`: a byte that chooses the call, then the bytes of its body. */
export async function httpBodies(): Promise<Target> {
  const withBody = [...calls.values()].filter(({ body }) => body !== undefined);
  const app = await idleApp(calls.values());
  const chosen = (choice: number) => withBody[choice % withBody.length] ?? withBody[0];
  return {
    name: "http-bodies",
    seeds: requests
      .filter(({ body }) => body !== undefined)
      .map(({ call, body }) =>
        Buffer.concat([Buffer.of(withBody.findIndex(({ name }) => name === call)), Buffer.from(JSON.stringify(body))]),
      ),
    mutate: (random, seed, other) =>
      Buffer.concat([seed.subarray(0, 1), mutateJson(random, seed.subarray(1), other.subarray(1))]),
    run: async (input) => {
      const call = chosen(input[0] ?? 0);
      if (call === undefined) return false;
      const url = call.path.replace(/:\w+/g, "0123456789abcdefghjkmnpqrs");
      const headers = { "content-type": "application/json" };
      const answer = await app.inject({ method: call.method, url, headers, payload: Buffer.from(input.subarray(1)) });
      mustHold(
        answer.statusCode === 200 || (answer.statusCode >= 400 && answer.statusCode < 500),
        `status ${answer.statusCode}: ${answer.body}`,
      );
      if (answer.statusCode === 200) return true;
      mustHold(failure.safeParse(answer.json()).success, "a refusal is in its envelope");
      return false;
    },
  };
}
