import { type ComponentProps, type JSX, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

/** The box that a password is typed into, hidden until the person wants to see it; its label and its faults are the field's around it. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">): JSX.Element {
  const t = useText();
  const [shown, setShown] = useState(false);
  return (
    <div className="input-group">
      <input
        autoComplete="current-password"
        {...props}
        className="input"
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        className="btn-icon"
        type="button"
        aria-label={t(shown ? "login.hidePassword" : "login.showPassword")}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? "eyeOff" : "eye"} />
      </button>
    </div>
  );
}
