import type { ReviewView } from "@siegel/contract/calls/operator-reviews.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { compareFirst, markNames, type NamePiece } from "./marked-names.ts";
import { dayOf } from "./use-day.ts";

type Result = "same" | "contained" | "different" | "notInvited" | "notOnDocument";
type Line = { readonly name: string; readonly asked: string; readonly found: string; readonly result: Result };

/** Both spellings side by side, and everything else that both know. */
export function ReviewNames({ one }: { readonly one: ReviewView }): JSX.Element {
  const t = useText();
  const { document } = one;
  const first = markNames(one.first_name, document.first_names);
  const last = markNames(one.last_name, document.last_name);
  return (
    <section className="sheet" aria-label={t("reviews.compare")}>
      <div className="part">
        <div className="two-names">
          <div className="spelling">
            <p>{t(askedIn(one))}</p>
            <p>
              <Marked pieces={first[0]} /> <Marked pieces={last[0]} />
            </p>
          </div>
          <span>
            <Icon name={one.doubt === "names" ? "open" : "done"} size={24} />
          </span>
          <div className="spelling">
            <p>{t("reviews.onDocument")}</p>
            <p>
              <Marked pieces={first[1]} /> <Marked pieces={last[1]} />
            </p>
          </div>
        </div>
      </div>
      <Comparison one={one} />
    </section>
  );
}

/** Where the name stands that the document is compared with. */
const askedIn = ({ purpose }: Pick<ReviewView, "purpose">) =>
  purpose === "sign" ? "reviews.inInvitation" : "reviews.inCertificate";

function Marked({ pieces }: { readonly pieces: readonly NamePiece[] }): JSX.Element {
  let at = 0;
  return (
    <>
      {pieces.map(({ text, differs }) => {
        const key = at;
        at += text.length;
        return differs ? (
          <mark className="differs" key={key}>
            {text}
          </mark>
        ) : (
          <span key={key}>{text}</span>
        );
      })}
    </>
  );
}

function Comparison({ one }: { readonly one: ReviewView }): JSX.Element {
  const t = useText();
  const lines = useLines(one);
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-scroll" tabIndex={0} aria-label={t("reviews.compare")}>
      <table className="table dense opcards compared">
        <caption className="vh">{t("reviews.compare")}</caption>
        <thead>
          <tr>
            {(["reviews.trait", askedIn(one), "reviews.onDocument", "reviews.result"] as const).map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, asked, found, result }) => (
            <tr className="halves" key={name}>
              <th className="whole" scope="row">
                {name}
              </th>
              <td data-of={t(askedIn(one))}>{asked}</td>
              <td data-of={t("reviews.onDocument")}>{found}</td>
              <td className="whole">
                <ResultMark result={result} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const looks = {
  same: ["state ok", "done"],
  contained: ["state ok", "done"],
  different: ["state warn", "warning"],
  notInvited: ["state", "open"],
  notOnDocument: ["state", "open"],
} as const;

function ResultMark({ result }: { readonly result: Result }): JSX.Element {
  const t = useText();
  const [look, icon] = looks[result];
  return (
    <span className={look}>
      <Icon name={icon} />
      {t(`reviews.is_${result}`)}
    </span>
  );
}

const nothing = "–";

function useLines(one: ReviewView): readonly Line[] {
  const t = useText();
  const countries = new Intl.DisplayNames(useLanguage(), { type: "region" });
  const { document } = one;
  const country = (code: string): string => countries.of(code) ?? code;
  const onlyFound = (name: Parameters<typeof t>[0], found: string | null): readonly Line[] =>
    found === null ? [] : [{ name: t(name), asked: nothing, found, result: "notInvited" }];
  const isSame = one.last_name.normalize("NFC") === document.last_name.normalize("NFC");
  return [
    {
      name: t("reviews.first_names"),
      asked: one.first_name,
      found: document.first_names,
      result: compareFirst(one.first_name, document.first_names),
    },
    {
      name: t("reviews.last_name"),
      asked: one.last_name,
      found: document.last_name,
      result: isSame ? "same" : "different",
    },
    ...onlyFound("reviews.birth_name", document.birth_name),
    ...onlyFound("reviews.birthdate", document.birthdate === null ? null : dayOf(document.birthdate)),
    ...onlyFound("reviews.nationality", document.nationality === null ? null : country(document.nationality)),
    ...onlyFound(
      "reviews.document",
      t("reviews.documentOf", { kind: t(`reviews.kind_${document.kind}`), country: country(document.country) }),
    ),
    ...onlyFound("reviews.valid_until", document.valid_until === null ? null : dayOf(document.valid_until)),
    { name: t("reviews.email"), asked: one.email, found: nothing, result: "notOnDocument" },
  ];
}
