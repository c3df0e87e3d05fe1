import { useState } from "preact/hooks";
import { notify } from "../moments.ts";
import { table } from "../state.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { t } from "../words.ts";
import { type DiscordClient, discordClient, participants } from "./client.ts";
import { isPresent, setPresent } from "./presence.ts";
import { sendPicture, shareTable } from "./share.ts";

/** What brings people to a table, inside Discord only. */
export function ComeDialog({ close }: { close: () => void }) {
  const client = discordClient.value;
  if (!client) return null;
  return (
    <Dialog title={t("come")} close={close}>
      <Come client={client} />
    </Dialog>
  );
}

/** The same in the lobby. */
export function Company() {
  const client = discordClient.value;
  return client ? (
    <section class="box company">
      <h2>{t("come")}</h2>
      <Come client={client} />
    </section>
  ) : null;
}

function Come({ client }: { client: DiscordClient }) {
  const view = table.value?.view ?? null;
  const match = view && !view.private ? view.match : null;
  return (
    <>
      <Participants />
      <div class="come">
        {client.isInServer && (
          <Command icon="plus" label={t("come.invite")} run={() => client.invite()} />
        )}
        {(match || !view) && (
          <Command
            icon="share"
            label={t(match ? "come.share" : "come.share_lobby")}
            run={() => shareTable(client, match)}
          />
        )}
        {match && client.sendsPictures && (
          <Command icon="film" label={t("come.picture")} run={() => sendPicture(client, match)} />
        )}
        <Command
          icon="me"
          label={t("come.presence")}
          run={() => setPresent(client, !isPresent.value)}
          isOn={isPresent.value}
        />
      </div>
      <p class="small">{t("come.consent")}</p>
    </>
  );
}

interface CommandProps {
  icon: IconName;
  label: string;
  run: () => Promise<void>;
  isOn?: boolean;
}

/** A button whose answer may take as long as a person needs in Discord's own window. */
function Command({ icon, label, run, isOn }: CommandProps) {
  const [isWaiting, setWaiting] = useState(false);
  const press = async () => {
    if (isWaiting) return;
    setWaiting(true);
    try {
      await run();
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
    setWaiting(false);
  };
  return (
    <button
      type="button"
      aria-disabled={isWaiting}
      aria-pressed={isOn}
      onClick={() => void press()}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}

/** Who is in the same Activity. */
function Participants() {
  const here = participants.value;
  if (here.length === 0) return null;
  return (
    <ul class="participants" aria-label={t("come.here")}>
      {here.map(({ id, name, avatar }) => (
        <li key={id}>
          <Face id={id} name={name} avatar={avatar} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The picture that somebody has at Discord, through our own origin; else the first letter. */
function Face({ id, name, avatar }: { id: string; name: string; avatar: string | null }) {
  const [isMissing, setMissing] = useState(false);
  if (!avatar || isMissing) {
    return (
      <span class="disc" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      class="disc"
      src={`api/avatars/${id}/${avatar}`}
      alt=""
      width={32}
      height={32}
      onError={() => setMissing(true)}
    />
  );
}
