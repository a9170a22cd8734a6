import { otp_length } from "@siegel/contract/limits.ts";
import { type JSX, useEffect, useRef, useState } from "react";
import { cleanCode, hasSurplus } from "./code-rules.ts";

const boxes = Array.from({ length: otp_length }, (_, at) => at);

type Props = {
  readonly value: string;
  readonly invalid: boolean;
  /** Id of what says why. */
  readonly faultId: string;
  /** `surplus`: more digits came than a code has. */
  readonly onChange: (code: string, surplus: boolean) => void;
};

/** One input over six painted boxes: phones offer the code, pasting with spaces works, screen readers meet one field. */
export function CodeInput({ value, invalid, faultId, onChange }: Props): JSX.Element {
  const [focused, setFocused] = useState(false);
  const element = useRef<HTMLInputElement>(null);
  const give = (typed: string): void => onChange(cleanCode(typed), hasSurplus(typed));
  useEffect(() => {
    if (invalid) element.current?.focus(); // where the person has to act next
  }, [invalid]);
  return (
    <div className={invalid ? "code bad" : "code"}>
      <div className="code-boxes" aria-hidden="true">
        {boxes.map((at) => (
          <i key={at} className={focused && at === Math.min(value.length, otp_length - 1) ? "at" : undefined} />
        ))}
      </div>
      <input
        id="code"
        ref={element}
        inputMode="numeric"
        autoComplete="one-time-code"
        // No maxLength: it would cut what a keyboard fills in with a blank, "481 906".
        value={value}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${faultId} code-hint` : "code-hint"}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => give(event.target.value)}
        onPaste={(event) => {
          // What is pasted is the code, not more of the one that stands there.
          event.preventDefault();
          give(event.clipboardData.getData("text"));
        }}
      />
    </div>
  );
}
