/** Over https a cookie's name says that no other host can have set it (docs/decisions/0011-a-cookie-for-each-signer.md). */
import { describe, expect, it } from "vitest";
import { call, create, idsOf } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer({ SIEGEL_PUBLIC_URL: "https://sign.example" });

describe("a signer's cookie over https", () => {
  it.each([
    ["by the form", {}, {}],
    ["by quick login", { quick_login: true }, { quick: true }],
  ])(
    "has the prefix of a host's own cookie with what browsers ask for it, also when it is taken back: %s",
    async (_, sent, claims) => {
      const created = await create(server.current(), sent);
      const { workflow, signer } = idsOf(created);
      const path = `/api/auth/workflowLogin/${workflow}/${signer}`;
      const body = { workflow: { gtcChecked: true, ...claims } };
      const answer = await call(server.current(), "POST", path, { body });
      const [line = ""] = answer.headers.getSetCookie();
      expect(line).toMatch(
        new RegExp(`^__Host-siegel_signer_${signer}=[\\w-]{43}; Max-Age=1800; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      );
      const value = line.split(";")[0]?.split("=")[1] ?? "";
      const authorization = `Bearer ${answer.body.data.workflow.accessToken}`;
      const ask = (cookie: string) =>
        call(server.current(), "GET", "/api/files/getWorkflowFiles", { headers: { authorization, cookie } });
      expect((await ask(`__Host-siegel_signer_${signer}=${value}`)).status).toBe(200);
      expect((await ask(`siegel_signer_${signer}=${value}`)).status, "anybody on the domain can set this one").toBe(
        401,
      );
      const headers = { authorization, cookie: `__Host-siegel_signer_${signer}=${value}` };
      const out = await call(server.current(), "POST", "/api/auth/logout", { headers });
      expect(out.headers.getSetCookie()).toEqual([
        expect.stringMatching(new RegExp(`^__Host-siegel_signer_${signer}=; .*Path=/; .*Secure`)),
      ]);
    },
  );
});
