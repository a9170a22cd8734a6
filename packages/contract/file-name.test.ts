import { describe, expect, it } from "vitest";
import { folderKey, savedFileName } from "./file-name.ts";

describe("the name a document is saved under", () => {
  it.each([
    ["Mietvertrag", "Mietvertrag.pdf"],
    ["Prüfung €.PDF", "Prüfung €.PDF"],
    ["../../etc/x.pdf", "___.._etc_x.pdf"],
    ["..\\x.pdf", "___x.pdf"],
    ["..", "__.pdf"],
    [".profile", "_profile.pdf"],
    ["\u200b.profile", "_profile.pdf"],
    ['a:b*c?d"e<f>g|h', "a_b_c_d_e_f_g_h.pdf"],
    ["x\u200b.pdf", "x.pdf"],
    ["می\u200cخواهم.pdf", "می\u200cخواهم.pdf"],
  ])("[S-103] %j is %j, on every system", (name, saved) => {
    expect(savedFileName(name)).toBe(saved);
  });
});

describe("names of documents in one folder", () => {
  it.each([
    ["a.pdf", "A.PDF"],
    ["Übersicht.pdf", "ÜBERSICHT.pdf"],
    ["Übersicht.pdf", "U\u0308bersicht.pdf"],
    ["lease", "Lease.Pdf"],
    ["a/b.pdf", "a\\b.pdf"],
    ["a:b.pdf", "a?b.pdf"],
    ["a*b.pdf", "a_b.pdf"],
    [".a", "_a"],
    ["x.pdf", "x\u200b.pdf"],
    ["x.pdf", "x\u200c.pdf"],
    ["x.pdf", "x\u034f\u3164.pdf"],
    ["x y.pdf", "x\u00a0y.pdf"],
    ["x y.pdf", "x  y.pdf"],
  ])("%j and %j are one", (one, other) => {
    expect(folderKey(one)).toBe(folderKey(other));
  });

  it.each([
    ["a.pdf", "b.pdf"],
    ["a.pdf", "a (2).pdf"],
    ["Maße.pdf", "Masse.pdf"],
    ["a.pdf.pdf", "a.pdf"],
    ["x y.pdf", "xy.pdf"],
  ])("%j and %j are two", (one, other) => {
    expect(folderKey(one)).not.toBe(folderKey(other));
  });
});
