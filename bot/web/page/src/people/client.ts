import { signal } from "@preact/signals";
import type { PeoplePart } from "../protocol.ts";

/** What a player's profile on Discord shows while they play here. */
export interface Presence {
  details: string;
  state: string;
  /** Names the table; whoever joins is led to it. */
  match: string;
  /** The end of the turn, in seconds since 1970. */
  until: number | null;
  seated: number;
  seats: number;
}

/** A person in the same Activity. */
export interface Participant {
  id: string;
  name: string;
  /** The name of their picture at Discord. */
  avatar: string | null;
}

/**
 * What Discord's client does for the page. A command that is refused or fails is an error with a
 * sentence for the person who has pressed; nothing else depends on it.
 */
export interface DiscordClient {
  /** Whether the Activity runs in a channel of a server. */
  readonly isInServer: boolean;
  /** Whether this client can send a picture: those of phones cannot. */
  readonly sendsPictures: boolean;
  accessToken(): string;
  openLink(address: string): Promise<void>;
  invite(): Promise<void>;
  /** Whether the link was shared. `link`: of a card with a picture, if there is one. */
  share(message: string, customId: string, link: string | null): Promise<boolean>;
  sharePicture(address: string): Promise<void>;
  /** Ask for the permission that a presence needs; only when a person has pressed for it. */
  allowPresence(): Promise<void>;
  show(presence: Presence | null): Promise<void>;
}

/** Discord's client, where the page is inside it. */
export const discordClient = signal<DiscordClient | null>(null);
/** Who is in the same Activity. */
export const participants = signal<readonly Participant[]>([]);
/** Who has shared the link that has led here. */
export const inviter = signal<string | null>(null);

type Person = PeoplePart["people"][number];

/** Whom to play with: who has invited the reader, who is here with them, and the others. */
export function withCompany(known: readonly Person[], me: string | undefined): Person[] {
  const here = participants.value.map(({ id, name }) => ({ value: id, name }));
  const first = here.filter((one) => one.value === inviter.value);
  const all = new Map([...first, ...here, ...known].map((one) => [one.value, one]));
  return [...all.values()].filter((one) => one.value !== me);
}

const TABLE = "table-";

/** What a shared link carries, and a launch by it brings. */
export function customIdOf(match: string | null): string {
  return match ? TABLE + match : "lobby";
}

/** The table that a launch leads to. */
export function matchOf(customId: string | null): string | null {
  return customId?.startsWith(TABLE) ? customId.slice(TABLE.length) : null;
}
