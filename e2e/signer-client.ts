/** A signer who speaks HTTP without a browser: for what a browser cannot do at the same instant or fifty times. */
import { challenge } from "@siegel/contract/calls/challenges.ts";
import { workflowFile } from "@siegel/contract/calls/files.ts";
import { type SigningResult, signingResult } from "@siegel/contract/calls/signing.ts";
import { workflowView } from "@siegel/contract/calls/workflow.ts";
import { z } from "zod";
import type { Demo } from "./product.ts";
import { codeIn, nextMessage } from "./sandbox.ts";

type Answer = { status: number; success: boolean; code?: string; data: unknown };

/** One signer's session. */
export type SignerClient = {
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly workflowId: string;
  readonly signerId: string;
  readonly phone: string | null;
};

/** Logs in by the link as the login page does; @throws with the answer when refused */
export async function logIn(demo: Demo, url: string, password?: string): Promise<SignerClient> {
  const [workflowId = "", signerId = ""] = new URL(url).pathname.split("/").slice(-2);
  let authorization: string | undefined;
  let cookie: string | undefined;
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${demo.baseUrl}/api/${path}`, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    if (set.length > 0) cookie = set.join("; ");
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, "status">) };
  };
  const login = await call("POST", `auth/workflowLogin/${workflowId}/${signerId}`, {
    workflow: { gtcChecked: true, ...(password === undefined ? {} : { password }) },
  });
  if (!login.success) throw new Error(JSON.stringify(login));
  const { workflow } = z.object({ workflow: workflowView }).parse(login.data);
  authorization = `Bearer ${workflow.accessToken}`;
  return { call, workflowId, signerId, phone: workflow.phone };
}

/** Fills the given fields (name without the signer's prefix) and confirms every file. */
export async function confirmFiles(signer: SignerClient, values: Record<string, string> = {}): Promise<void> {
  const files = z.array(workflowFile).parse((await signer.call("GET", "files/getWorkflowFiles")).data);
  const stored = await signer.call("PUT", "files/updateXFDF/", {
    files: files.map((file) => ({
      id: file.id,
      completed: true,
      xfdf_annotations: file.fields
        .filter((field) => field.kind === "text")
        .map((field) => ({
          annotation_id: field.annotation_id,
          value: values[field.annotation_id.slice(signer.signerId.length + 1)] ?? "–",
        })),
    })),
  });
  if (!stored.success) throw new Error(JSON.stringify(stored));
}

/** Asks for a code by text message and reads it from the phone. */
export async function receiveCode(demo: Demo, signer: SignerClient): Promise<{ auth_token: string; otp: string }> {
  const sent = await signer.call("POST", "auth/getSMS", { workflow: {} });
  if (!sent.success) throw new Error(JSON.stringify(sent));
  const { id, reference } = challenge.parse(sent.data);
  const message = await nextMessage(demo.sandboxUrl, signer.phone ?? "", {
    channel: "sms",
    about: new RegExp(reference),
  });
  return { auth_token: id, otp: codeIn(message) };
}

/** Signs, with a code where there is one, and waits out a 202. @throws when refused */
export async function sign(signer: SignerClient, code?: { auth_token: string; otp: string }): Promise<SigningResult> {
  const path = code === undefined ? "signing/signWithoutAuth" : "signing/signWorkflow";
  const answer = await signer.call("POST", path, { workflow: {}, files: [], ip: "192.0.2.1", ...code });
  if (!answer.success) throw new Error(JSON.stringify(answer));
  const result = signingResult.parse(answer.data);
  return result.status === "PENDING" ? { status: await settled(signer), auth_token: result.auth_token } : result;
}

async function settled(signer: SignerClient): Promise<"SIGNED" | "FINISHED"> {
  for (let i = 0; i < 300; i++) {
    const { status, code } = z
      .object({ status: z.string(), code: z.string().nullable() })
      .parse((await signer.call("GET", "signing/state")).data);
    if (status === "SIGNED" || status === "FINISHED") return status;
    if (status === "FAILED") throw new Error(`the act failed: ${code}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the act never settled");
}

/** The whole way of one signer over HTTP, as its type asks. */
export async function signThrough(
  demo: Demo,
  url: string,
  type: string,
  values: Record<string, string> = {},
): Promise<SigningResult> {
  const signer = await logIn(demo, url);
  await confirmFiles(signer, values);
  return await sign(signer, type === "s_signature" ? undefined : await receiveCode(demo, signer));
}
