/** The door of the room `sending`: a sender's files and request become a workflow, once. */
export { type CreatedWorkflow, type CreateRefusal, createWorkflow } from "./create-workflow.ts";
export { forgetUnused } from "./forget-unused.ts";
export { keepUpload } from "./keep-upload.ts";
export { onlyOnce } from "./only-once.ts";
