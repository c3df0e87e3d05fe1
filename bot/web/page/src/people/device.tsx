import { outside } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";
import { install, installQuestion } from "./install.ts";

/** What belongs to this device and to the account, beside the settings of the chat. */
export function ThisDevice() {
  return (
    <>
      {installQuestion.value && (
        <section class="box device">
          <h2>{t("device")}</h2>
          <div class="row">
            <button type="button" onClick={() => void install()}>
              <Icon name="down" />
              {t("device.install")}
            </button>
          </div>
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
