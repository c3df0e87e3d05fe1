import { useState } from "preact/hooks";
import { notify, outside, welcome } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";
import { install, installQuestion } from "./install.ts";
import { canPush, pushOff, pushOn, toldOf } from "./push.ts";

/** What belongs to this device and to the account, beside the settings of the chat. */
export function ThisDevice() {
  const hasDevice = canPush() || installQuestion.value !== null;
  return (
    <>
      {hasDevice && (
        <section class="box device">
          <h2>{t("device")}</h2>
          {canPush() && <PushSwitch />}
          {installQuestion.value && (
            <div class="row">
              <button type="button" onClick={() => void install()}>
                <Icon name="down" />
                {t("device.install")}
              </button>
            </div>
          )}
        </section>
      )}
      {outside.value && (
        <section class="box device">
          <h2>{t("roles")}</h2>
          <p class="small">{t("roles.what")}</p>
          <div class="row">
            <a class="button" href={`${outside.value}?connect=roles`}>
              <Icon name="medal" />
              {t("roles.connect")}
            </a>
          </div>
        </section>
      )}
    </>
  );
}

function PushSwitch() {
  const [isWaiting, setWaiting] = useState(false);
  const isOn = toldOf.value !== null && toldOf.value === welcome.value?.user;
  const change = async (box: HTMLInputElement) => {
    setWaiting(true);
    try {
      await (isOn ? pushOff() : pushOn());
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
    setWaiting(false);
    box.checked = toldOf.peek() === welcome.peek()?.user;
  };
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isWaiting}
          onChange={(event) => void change(event.currentTarget)}
        />
        {t("push")}
      </label>
      <p class="small">{t("push.what")}</p>
    </>
  );
}
