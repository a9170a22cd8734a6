import { receiverExample } from "@siegel/contract/webhook-example.ts";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { CodeBlock } from "./example-code.tsx";

/** A program that receives events and checks them. */
export function CheckSheet(): JSX.Element {
  const t = useText();
  return (
    <section className="sheet tokens mt-5" aria-label={t("webhook.check")}>
      <section className="setting">
        <div>
          <h2 className="h-card">{t("webhook.check")}</h2>
          <p>{t("webhook.checkLead")}</p>
        </div>
        <CodeBlock code={receiverExample} copyLabel={t("webhook.copyCheck")} label={t("webhook.example")}>
          <span className="code-name">Node.js</span>
        </CodeBlock>
      </section>
    </section>
  );
}
