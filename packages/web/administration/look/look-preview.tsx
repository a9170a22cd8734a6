import { brandColours, type Theme } from "@siegel/contract/brand.ts";
import type { CSSProperties, JSX } from "react";
import { TermsBox } from "../../frame/terms-box.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import "../../styles/preview-themes.css";

type Props = {
  readonly name: string;
  readonly logo: string | null;
  readonly logoDark: string | null;
  readonly colour: string;
};

/** The login as signers will see it, in both themes at once; of the page's own colours it changes none. */
export function LookPreview(props: Props): JSX.Element {
  const t = useText();
  return (
    <section aria-label={t("look.preview")}>
      <h2 className="row h-card mb-3">
        <Icon name="eye" />
        {t("look.preview")}
      </h2>
      <div className="minis">
        <Mini {...props} theme="light" />
        <Mini {...props} theme="dark" />
      </div>
      <p className="small muted mt-4">{t("look.afterSaving")}</p>
    </section>
  );
}

function Mini({ name, logo, logoDark, colour, theme }: Props & { readonly theme: Theme }): JSX.Element {
  const t = useText();
  const hasOwn = theme === "dark" && logoDark !== null;
  const shown = hasOwn ? logoDark : logo;
  return (
    <figure className="mini" data-theme={theme} style={brandOf(colour, theme)}>
      {/* A picture of a page: nothing in it can be pressed. */}
      <div inert>
        <div className="mast">
          <div className="mast-in">
            <span className={hasOwn ? "logo logo-pair" : "logo"}>
              {shown !== null && <img src={shown} alt="" />}
              <span className="logo-name">{name}</span>
            </span>
          </div>
        </div>
        <div className="mini-in sheet">
          <p className="mini-title">{t("login.title")}</p>
          <div className="field mt-3">
            <span className="label">{t("login.password")}</span>
            <span className="input mini-input">••••••••</span>
          </div>
          <TermsBox checked onChange={() => {}} />
          <span className="btn btn-main btn-wide mt-4">{t("login.submit")}</span>
        </div>
      </div>
      <figcaption className="mini-cap">{t(`look.${theme}`)}</figcaption>
    </figure>
  );
}

/** The brand's custom properties, for one element; set by script, which a strict Content-Security-Policy lets pass. */
function brandOf(colour: string, theme: Theme): CSSProperties {
  const named = Object.entries(brandColours(colour, theme)).map(([name, value]) => [
    `--color-brand-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ]);
  return Object.fromEntries(named) as CSSProperties;
}
