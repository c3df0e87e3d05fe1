/**
 * Deals a round again from its revealed numbers, as docs/play/fair-deals.md describes it to the byte. It
 * shares nothing with the server: hashes are the browser's own.
 */

export interface Revealed {
  round: number;
  commitment: string;
  secret: string;
  contributions: readonly string[];
}

const ORDER = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const WORDS = 2 ** 32;

/** Whether the secret, hashed as often as the round says, is the commitment. */
export async function isCommitted({ secret, round, commitment }: Revealed): Promise<boolean> {
  let found = bytesOf(secret);
  for (let n = 0; n < round; n += 1) {
    found = new Uint8Array(await crypto.subtle.digest("SHA-256", found));
  }
  return hexOf(found) === commitment;
}

/** The deck with this label, from its top. */
export async function deckOf(revealed: Revealed, label: string): Promise<string[]> {
  const texts = [label, ...revealed.contributions].map((text) => new TextEncoder().encode(text));
  const message = texts.flatMap((text) => [...bigEndian(text.length, 4), ...text]);
  const key = await mac(bytesOf(revealed.secret), Uint8Array.from(message));
  const stream = numbers(key);
  const deck = [...ORDER];
  for (let place = deck.length - 1; place > 0; place -= 1) {
    const usable = WORDS - (WORDS % (place + 1));
    let number = usable;
    while (number >= usable) number = (await stream.next()).value as number;
    const other = number % (place + 1);
    [deck[place], deck[other]] = [deck[other] as string, deck[place] as string];
  }
  return deck;
}

/** The cards of a side, 0 for the non-dealer, in hands of a size; `more`: it begins with one more. */
export function handFrom(
  deck: readonly string[],
  side: number,
  size: number,
  more: boolean,
): string[] {
  const cards = deck.slice(0, 2 * size).filter((_, place) => place % 2 === side);
  return more ? [...cards, deck[2 * size] as string] : cards;
}

async function* numbers(key: Uint8Array<ArrayBuffer>): AsyncGenerator<number> {
  for (let block = 0; ; block += 1) {
    const found = new DataView((await mac(key, bigEndian(block, 8))).buffer);
    for (let at = 0; at < 32; at += 4) yield found.getUint32(at);
  }
}

async function mac(
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hash, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

function bigEndian(number: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  return bytes;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
