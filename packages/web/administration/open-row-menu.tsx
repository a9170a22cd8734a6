import { CSPProvider } from "@base-ui/react/csp-provider";
import { Menu } from "@base-ui/react/menu";
import type { JSX } from "react";
import { Icon, type IconName } from "../ui/icons.tsx";

/** One thing to do with a row. */
export type RowAct = {
  readonly icon: IconName;
  readonly text: string;
  /** Why it may not be done now; it stays in the menu and says so. */
  readonly reason: string | null;
  /** Cannot be taken back: stands apart, in the colour of danger. */
  readonly danger?: boolean;
  readonly onPress: () => void;
};

/** `label`: whose acts they are. */
export type RowMenuProps = { readonly label: string; readonly acts: readonly RowAct[] };

/** The menu at the end of a table's row, open from the start: it is fetched when somebody first presses its button. */
export function OpenRowMenu({ label, acts }: RowMenuProps): JSX.Element {
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root modal={false} defaultOpen>
        <Menu.Trigger className="btn-icon" aria-label={label}>
          <Icon name="more" weight={2.8} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className="menu-place" align="end" sideOffset={4}>
            <Menu.Popup className="menu">
              {acts.map((act) => (
                <Item key={act.text} {...act} />
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  );
}

function Item({ icon, text, reason, danger = false, onPress }: RowAct): JSX.Element {
  return (
    <>
      {danger && <Menu.Separator className="menu-line" />}
      <Menu.Item
        className={danger && reason === null ? "menu-item bad" : "menu-item"}
        disabled={reason !== null}
        onClick={onPress}
      >
        <Icon name={icon} size={18} />
        <span>
          {text}
          {reason !== null && <span className="tiny">{reason}</span>}
        </span>
      </Menu.Item>
    </>
  );
}
