/** Staff of the provider at the operator's desk: who they are, and how they log in. */

export { logInOperator } from "./log-in.ts";
export { listOperators, namesOfOperators, type Operator } from "./operators-store.ts";
export { findOperatorSession, logOutOperator, type OperatorSession, stayAtDesk } from "./sessions.ts";
export {
  addOperator,
  resetOperatorFactor,
  resetOperatorPassword,
  type StaffRefusal,
  switchOperator,
} from "./staff.ts";
