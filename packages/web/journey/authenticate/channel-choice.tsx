import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import type { CodeChannel } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";

type Props = {
  /** Masked. */
  readonly phone: string;
  readonly channels: readonly CodeChannel[];
  readonly chosen: CodeChannel;
  readonly onChoose: (channel: CodeChannel) => void;
};

/** Text message or call, as cards. */
export function ChannelChoice({ phone, channels, chosen, onChoose }: Props): JSX.Element {
  const t = useText();
  return (
    <>
      <fieldset>
        <legend className="vh">{t("authenticate.legend")}</legend>
        {channels.map((channel) => (
          <label className="choice" key={channel}>
            <input
              type="radio"
              name="channel"
              value={channel}
              checked={channel === chosen}
              onChange={() => onChoose(channel)}
              aria-label={t(`authenticate.${channel}`)}
              aria-describedby={`channel-${channel}`}
            />
            <span className="grow">
              <b>{t(`authenticate.${channel}`)}</b>
              <span id={`channel-${channel}`}>{t(`authenticate.${channel}Lead`, { phone })}</span>
            </span>
            <Icon name={channel === "sms" ? "message" : "phone"} size={24} />
          </label>
        ))}
      </fieldset>
      {!channels.includes("sms") && <p className="small muted mt-4">{t("authenticate.landline")}</p>}
    </>
  );
}
