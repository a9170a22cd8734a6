import { type JSX, type ReactNode, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { CopyButton } from "../copy-button.tsx";
import { type ExampleFacts, examples } from "./examples.ts";

const names = { curl: "curl", node: "Node.js" } as const;
type Name = keyof typeof names;

/** The example in the language that is chosen, ready to be copied. */
export function ExampleCode({ of }: { readonly of: ExampleFacts }): JSX.Element {
  const t = useText();
  const [name, setName] = useState<Name>("curl");
  return (
    <CodeBlock code={examples[name](of)} label={t("apiInfo.example")} copyLabel={t("apiInfo.copyExample")}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame, and these are buttons */}
      <div className="seg" role="group" aria-label={t("apiInfo.language")}>
        {(Object.keys(names) as Name[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === name} onClick={() => setName(one)}>
            {names[one]}
          </button>
        ))}
      </div>
    </CodeBlock>
  );
}

type BlockProps = {
  readonly code: string;
  readonly label: string;
  readonly copyLabel: string;
  /** Its head: which language it is in. */
  readonly children: ReactNode;
};

/** A program, ready to be copied. */
export function CodeBlock({ code, label, copyLabel, children }: BlockProps): JSX.Element {
  return (
    <div className="code-b">
      <div className="code-head">
        {children}
        <CopyButton text={code} label={copyLabel} />
      </div>
      {/* What scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="code-scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
