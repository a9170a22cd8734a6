/** Operators check organisations against their register (contract/calls/operator-register.ts). */
import {
  checkRegister,
  confirmRegister,
  type RegisterView,
  withdrawRegisterCheck,
} from "@siegel/contract/calls/operator-register.ts";
import type { OperatorId } from "@siegel/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  checkRegister as check,
  confirmRegister as confirm,
  type RegisterRefusal,
  registerOf,
  type VerifiedRegister,
  withdrawRegisterCheck as withdraw,
} from "../../rooms/accounts/accounts.ts";
import { namesOfOperators } from "../../rooms/operators/operators.ts";
import type { WireAnswer } from "../wire/serve-call.ts";
import { serveOperatorCall } from "../wire/serve-call.ts";
import { byOperator } from "./by-operator.ts";

/** Registers the calls of `contract/calls/operator-register.ts`. */
export function operatorRegisterRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const answer = async (
    done: { readonly ok: true } | RegisterRefusal,
    of: { readonly organisationId: string; readonly asks: OperatorId },
  ): Promise<WireAnswer<RegisterView>> => (done.ok ? { ok: true, data: await registerViewOf(deps, of) } : done);

  serveOperatorCall(app, { deps, call: checkRegister }, async (request) => {
    const { params, body } = request;
    const by = byOperator(request);
    const facts = {
      legalName: body.legal_name,
      organizationIdentifier: body.organization_identifier,
      country: body.country,
      locality: body.locality,
      representatives: body.representatives.map(({ first_name, last_name, email }) => ({
        firstName: first_name,
        lastName: last_name,
        email,
      })),
      extractReference: body.extract_reference,
      extractDay: body.extract_day,
    };
    const done = await check(deps, by, { organisationId: params.id, facts, fourEyes: deps.config.fourEyes });
    return await answer(done, { organisationId: params.id, asks: by.operatorId });
  });

  serveOperatorCall(app, { deps, call: confirmRegister }, async (request) => {
    const { id: organisationId } = request.params;
    const by = byOperator(request);
    const done = await confirm(deps, by, { organisationId, checkId: request.body.check_id });
    return await answer(done, { organisationId, asks: by.operatorId });
  });

  serveOperatorCall(app, { deps, call: withdrawRegisterCheck }, async (request) => {
    const { id: organisationId } = request.params;
    const by = byOperator(request);
    return await answer(await withdraw(deps, by, organisationId), { organisationId, asks: by.operatorId });
  });
}

/** The register of an organisation as the wire says it, with the names of those who checked. */
export async function registerViewOf(
  { db }: Pick<ServerDeps, "db">,
  { organisationId, asks }: { readonly organisationId: string; readonly asks: OperatorId },
): Promise<RegisterView> {
  const { verified, check: waiting } = await registerOf(db, organisationId);
  const ids = [verified?.checkedBy, verified?.confirmedBy, waiting?.checkedBy].filter((id) => id != null);
  const names = await namesOfOperators(db, ids);
  const nameOf = (id: string) => names.get(id) ?? "";
  return {
    state: waiting ? "waiting" : verified ? "verified" : "none",
    verified: verified && {
      ...factsView(verified, nameOf),
      extract_reference: verified.extractReference,
      extract_day: verified.extractDay,
      confirmed_at: verified.confirmedAt?.toISOString() ?? null,
      confirmed_by: verified.confirmedBy && nameOf(verified.confirmedBy),
    },
    check: waiting && {
      ...factsView(waiting, nameOf),
      check_id: waiting.checkId,
      extract_reference: waiting.extractReference,
      extract_day: waiting.extractDay,
      is_own: waiting.checkedBy === asks,
    },
  };
}

type Found = Pick<
  VerifiedRegister,
  "legalName" | "organizationIdentifier" | "country" | "locality" | "representatives" | "checkedAt" | "checkedBy"
>;

const factsView = (found: Found, nameOf: (id: string) => string) => ({
  legal_name: found.legalName,
  organization_identifier: found.organizationIdentifier,
  country: found.country,
  locality: found.locality,
  representatives: found.representatives.map(({ firstName, lastName, email }) => ({
    first_name: firstName,
    last_name: lastName,
    email,
  })),
  checked_at: found.checkedAt.toISOString(),
  checked_by: nameOf(found.checkedBy),
});
