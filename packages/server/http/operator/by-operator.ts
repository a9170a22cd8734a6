/** Which operator acts: the session says it, never the payload; address and browser as the server saw them. */
import type { ByOperator } from "../../rooms/accounts/accounts.ts";
import type { Actor } from "../../rooms/audit-trail/audit-trail.ts";
import type { OperatorSession } from "../../rooms/operators/operators.ts";

type Request = { readonly session: OperatorSession; readonly ip: string; readonly userAgent: string };

/** For the rooms. */
export const byOperator = ({ session, ip, userAgent }: Request): ByOperator => ({
  operatorId: session.operator.operatorId,
  ip,
  userAgent,
});

/** For the audit trail. */
export const actorOf = ({ session, ip, userAgent }: Request): Actor => ({
  kind: "operator",
  id: session.operator.operatorId,
  ip,
  userAgent,
});
