/** Video, sound and 3D models: what plays is gone from the prepared file, what the page shows of them stays. */
import { shownForm } from "@siegel/kernel/forms/own-picture.ts";
import { dictionaryOf, itemsOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { form, page } from "../../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { taken } from "../../test/take-in.ts";
import { noticeOf } from "./intake-notices.ts";

const poster = "0 0.5 1 rg 0 0 9 9 re f";
const other = "1 0 0 rg 0 0 9 9 re f";
const attached = "<< /Type /Filespec /F (evil.mp4) /EF << /F 7 0 R >> >>";
const rendition = `<< /S /Rendition /OP 0 /AN 4 0 R /R << /Type /Rendition /S /MR /C << /S /MCD /D ${attached} >> >> >>`;

/** What each kind plays; object 7 is the medium. */
const played: Readonly<Record<string, string>> = {
  Screen: `/A ${rendition} /AA << /PV ${rendition} >> /MK << /CA (evil) >>`,
  RichMedia: `/RichMediaContent << /Assets << /Names [(evil.mp4) ${attached}] >> >> /RichMediaSettings << /X (evil) >>`,
  "3D": "/3DD 7 0 R /3DV << /X (evil) >>",
  Movie: "/Movie << /F (evil.avi) /Poster true >> /A << /X (evil) >>",
  Sound: "/Sound 7 0 R",
};

/** A page with one annotation of a kind, twice where it stands there a second time. */
const playing = (kind: string, look: string, times = 1): Uint8Array =>
  page(
    `/Annots [${"4 0 R ".repeat(times)}]`,
    `<< /Type /Annot /Subtype /${kind} /Rect [72 300 172 360] /F 4 /P 3 0 R /NM (its name) /Contents (its text) ${look} ${played[kind]} >>`,
    form(poster),
    form(other),
    contentStream("evil medium"),
  );

const normal = "/AP << /N 5 0 R /D 6 0 R >>";

function annotationsOf(prepared: Uint8Array) {
  const doc = openPdf(bytesSource(prepared));
  const annotations = itemsOf(doc, listPages(doc)[0]?.dict.entries.get("Annots"));
  return annotations
    .map((item) => dictionaryOf(doc, item))
    .filter(({ entries }) => nameOf(doc, entries.get("Subtype")) !== "Widget")
    .map((dict) => {
      const picture = doc.resolve(shownForm(doc, dict));
      return {
        keys: [...dict.entries.keys()].sort(),
        subtype: nameOf(doc, dict.entries.get("Subtype")),
        rect: itemsOf(doc, dict.entries.get("Rect")).map((item) => (item.kind === "number" ? item.value : null)),
        drawn: picture?.kind === "stream" ? Buffer.from(doc.decodeStream(picture)).toString("latin1").trim() : null,
      };
    });
}

describe.each(Object.keys(played))("a %s annotation", (kind) => {
  it("with a picture stays as that picture, and plays nothing", async () => {
    const { prepared, notices, repaired } = await taken(playing(kind, normal));
    const still = { subtype: "Stamp", rect: [72, 300, 172, 360], drawn: poster };
    const keys = ["AP", "Contents", "F", "NM", "P", "Rect", "Subtype", "Type"];
    expect(annotationsOf(prepared)).toEqual([{ ...still, keys }]);
    expect(prepared.toString("latin1")).not.toMatch(/evil|Rendition|RichMedia|3DD|\/Movie|\/Sound|1 0 0 rg/);
    expect(notices).toEqual(["Video, sound or 3D content was taken out of the file; its picture on the page stays."]);
    expect(repaired).toMatchObject([{ repairs: ["media-removed"] }]);
  });

  it.each([
    ["without a picture", ""],
    ["with a picture that is not drawn", "/AP << /N null >>"],
    ["that is hidden", `${normal} /F 2`],
    ["without an area", `${normal} /Rect [9 9 9 9]`],
  ])("%s goes as a whole", async (_what, look) => {
    const { prepared, notices } = await taken(playing(kind, look));
    expect(annotationsOf(prepared)).toEqual([]);
    expect(prepared.toString("latin1")).not.toContain("evil");
    expect(notices).toEqual([noticeOf("active-content-removed", "en")]);
  });
});

it("is told once of media in several places, and in German", async () => {
  const { notices } = await taken(playing("Screen", normal, 2), { alice: [] }, { language: "de" });
  expect(notices).toEqual(["Video, Ton oder 3D-Inhalte wurden aus der Datei entfernt; ihr Bild auf der Seite bleibt."]);
});

it("shows the state that the page showed", async () => {
  const { prepared } = await taken(playing("Screen", "/AP << /N << /On 5 0 R /Off 6 0 R >> >> /AS /On"));
  expect(annotationsOf(prepared)).toMatchObject([{ subtype: "Stamp", drawn: poster }]);
});

it("is told beside a script that stands in the same file", async () => {
  const script = "<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] /F 4 /A << /S /JavaScript /JS (evil) >> >>";
  const bytes = page(
    `/Annots [<< /Type /Annot /Subtype /Movie /Rect [9 9 90 90] ${normal} ${played.Movie} >> ${script}]`,
    "null",
    form(poster),
    form(other),
  );
  const { prepared, notices } = await taken(bytes);
  expect(annotationsOf(prepared)).toMatchObject([{ subtype: "Stamp", drawn: poster }, { subtype: "Square" }]);
  expect(notices).toEqual((["active-content-removed", "media-removed"] as const).map((key) => noticeOf(key, "en")));
});
