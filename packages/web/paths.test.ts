import { describe, expect, it } from "vitest";
import { paths } from "./paths.ts";

const at = { workflow_id: "w1", signer_id: "s1" };

describe("paths", () => {
  it("spells every address as the specification does", () => {
    expect({
      root: paths.root,
      notFound: paths.notFound,
      imprint: paths.imprint,
      privacy: paths.privacy,
      revoke: paths.revoke,
      certificates: paths.certificates,
      certificateWays: paths.certificateWays({ cert: "c 1", for: "revoke" }),
      certificateCard: paths.certificateCard({ cert: "c1", for: "change_phone" }),
      ownerReturned: paths.ownerReturned("s1"),
      trust: paths.trust,
      finished: paths.finished,
      revoked: paths.revoked,
      login: paths.login(at),
      quick: paths.quick(at),
      credentials: paths.credentials(at),
      documents: paths.documents(at),
      document: paths.document(at, "f1"),
      confirm: paths.confirm(at),
      authenticate: paths.authenticate(at),
      sms: paths.code(at, "sms"),
      phone: paths.code(at, "phone"),
    }).toEqual({
      root: "/",
      notFound: "/notfound",
      imprint: "/imprint",
      privacy: "/privacy_policy",
      revoke: "/revoke",
      certificates: "/certManager",
      certificateWays: "/certManager?cert=c+1&for=revoke",
      certificateCard: "/certManager/ausweisapp2?cert=c1&for=change_phone",
      ownerReturned: "/nect/s1",
      trust: "/trust",
      finished: "/summary/finished",
      revoked: "/summary/revoked",
      login: "/login/w1/s1",
      quick: "/quickn8/w1/s1",
      credentials: "/workflow/w1/s1/credentials",
      documents: "/workflow/w1/s1/documents",
      document: "/workflow/w1/s1/documents?file=f1",
      confirm: "/workflow/w1/s1/documents?confirm=true",
      authenticate: "/workflow/w1/s1/authenticate",
      sms: "/workflow/w1/s1/authenticate/twilio/sms",
      phone: "/workflow/w1/s1/authenticate/twilio/phone",
    });
  });
});
