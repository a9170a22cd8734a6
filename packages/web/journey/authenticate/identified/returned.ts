/** What a signer is told who comes back from an identification, and where they go whom nobody here knows. */
import type { Returned } from "@siegel/contract/calls/identification.ts";
import type { AskReturned as Ask, ReturnState as State } from "../../../identity/use-returned.ts";
import { paths, type SignerPath } from "../../../paths.ts";

type Confirm = Extract<Returned, { kind: "confirm" }>;
/** How it stands, with the workflow that it is of. */
export type Settled = Extract<Returned, { kind: "identification" }>;
/** How a return page asks. */
export type AskReturned = Ask<Confirm, Settled>;
/** What it shows. */
export type ReturnState = State<Confirm, Settled>;

/** To the login of the link, or to the start. */
export const goneTo = (link: SignerPath | null): string => (link === null ? paths.root : paths.login(link));
