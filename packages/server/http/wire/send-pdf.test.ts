import { describe, expect, it } from "vitest";
import { contentDisposition } from "./send-pdf.ts";

describe("contentDisposition", () => {
  it.each([
    ["Vertrag.pdf", `attachment; filename="Vertrag.pdf"; filename*=UTF-8''Vertrag.pdf`],
    ["Mietvertrag", `attachment; filename="Mietvertrag.pdf"; filename*=UTF-8''Mietvertrag.pdf`],
    ["Prüfung €.PDF", `attachment; filename="Pr_fung _.PDF"; filename*=UTF-8''Pr%C3%BCfung%20%E2%82%AC.PDF`],
    [
      'a"b\\c%\r\nSet-Cookie: x.pdf',
      `attachment; filename="a_b_c___Set-Cookie_ x.pdf"; filename*=UTF-8''a_b_c%25__Set-Cookie_%20x.pdf`,
    ],
    ["../../etc/x.pdf", `attachment; filename="___.._etc_x.pdf"; filename*=UTF-8''___.._etc_x.pdf`],
    ["..\\x.pdf", `attachment; filename="___x.pdf"; filename*=UTF-8''___x.pdf`],
    ["..", `attachment; filename="__.pdf"; filename*=UTF-8''__.pdf`],
    [".profile", `attachment; filename="_profile.pdf"; filename*=UTF-8''_profile.pdf`],
    ["Anlage 1.2/3.pdf", `attachment; filename="Anlage 1.2_3.pdf"; filename*=UTF-8''Anlage%201.2_3.pdf`],
    ["it's (1)*.pdf", `attachment; filename="it's (1)_.pdf"; filename*=UTF-8''it%27s%20%281%29_.pdf`],
  ])("[S-103] %j", (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });
});
