/** The door of the room `sending`: a sender's files and request become a workflow, once. */
export { type CreatedWorkflow, type CreateRefusal, createWorkflow } from "./create-workflow.ts";
export { findMisfits } from "./find-misfits.ts";
export { forgetUnused } from "./forget-unused.ts";
export { keepUpload } from "./keep-upload.ts";
export { type Fitted, lineOf } from "./misfit.ts";
export { onlyOnce } from "./only-once.ts";
export { forgetOrganisation as forgetUploads } from "./sending-store.ts";
