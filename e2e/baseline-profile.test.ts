/** What stands in the signatures of each signer type, as openssl and poppler read them (EN 319 142-1 §6.3 table 1). */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judge } from "../fixtures/judge-pdf.ts";
import { inFolderOf, runTool } from "../fixtures/outside-tool.ts";
import { signThrough } from "../fixtures/signer-client.ts";
import { cutSignatures } from "../interop/extract.ts";
import { onePagePdf } from "./pdf.ts";
import { download, person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();

/** The CMS of every signature of a file, printed by openssl; document timestamps left out. */
function printedSignatures(pdf: Uint8Array): string[] {
  return inFolderOf({ "file.pdf": pdf }, (folder) => {
    const cuts = cutSignatures({ path: join(folder, "file.pdf"), folder }).filter((cut) => cut.kind === "signature");
    return cuts.map((cut) => {
      const run = runTool("openssl", "cms", "-cmsout", "-print", "-noout", "-inform", "DER", "-in", cut.cms);
      if (run.status !== 0) throw new Error(`openssl does not read the CMS: ${run.out}`);
      return run.out;
    });
  });
}

describe("the baseline profile", () => {
  it.each(["s_signature", "a_signature", "a_seal"] as const)(
    "%s: detached CAdES, one SignerInfo, signing-certificate-v2, no signing-time [T-001]",
    async (type) => {
      const created = await send(walk.product.demo, onePagePdf(), [person(type, { organisation: "Hafenwerk" })]);
      await signThrough(walk.product.demo, created.signers[0]?.url ?? "", type);
      const pdf = await download(walk.product.demo, created);
      expect(judge(pdf).subFilters[0]).toBe("ETSI.CAdES.detached");
      const [printed = "", ...others] = printedSignatures(pdf);
      expect(others).toEqual([]);
      const outer = printed.slice(0, printed.indexOf("unsignedAttrs"));
      expect(outer.match(/signerInfos:/g)).toHaveLength(1);
      expect(outer.match(/signedAttrs:/g)).toHaveLength(1);
      expect(outer).toContain("eContent: <ABSENT>");
      expect(outer).toContain("id-smime-aa-signingCertificateV2");
      expect(outer).toContain("contentType");
      expect(outer).toContain("messageDigest");
      expect(outer).not.toContain("signingTime");
    },
  );
});
