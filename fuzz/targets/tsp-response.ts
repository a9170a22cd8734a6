/** Answers of time-stamping authorities (RFC 3161 §2.4.2), with the token inside. */
import { DerError } from "../../packages/kernel/asn1/der.ts";
import { parseTimestampResponse } from "../../packages/kernel/timestamp/token.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { structuresOf } from "../seeds/structures.ts";
import { readThenJudge, type Target } from "../target.ts";
import { judgeToken } from "./tsp-token.ts";

/** Target `tsp-response`. */
export const tspResponse: Target = {
  name: "tsp-response",
  seeds: structuresOf("timestampResponses"),
  mutate: mutateDer,
  run: readThenJudge(DerError, parseTimestampResponse, (response) => {
    if (response.status === "granted") judgeToken(response.token);
  }),
};
