/** Where the cards of a hand lie: rows of overlapping cards, each wide enough for a finger. */

export interface Place {
  x: number;
  y: number;
  angle: number;
  row: number;
}

export interface Fan {
  places: Place[];
  width: number;
  height: number;
  card: number;
}

export interface Room {
  width: number;
  height: number;
  /** The widest that a card may be. */
  most: number;
  /** Whether the cards lie as far from each other as the room allows. */
  isWide?: boolean;
  /** Whether they lie in one row, however narrow it is. */
  isOneRow?: boolean;
}

export const RATIO = 1.4;
const FINGER = 44;
const LEAST_CARD = 46;
const GROUP_GAP = 0.16;
const ROW_SHARE = 0.68;
const ROOMY = 0.72;
const LIFT = 18;

/** Lay out cards in groups of these sizes within the room. */
export function fan(groups: readonly number[], room: Room): Fan {
  const count = groups.reduce((sum, size) => sum + size, 0);
  if (count === 0) return { places: [], width: room.width, height: room.height, card: room.most };
  let best: Fan | null = null;
  let bestStep = 0;
  for (let rows = 1; rows <= 4; rows += 1) {
    const tried = inRows(groups, rows, room);
    if (best === null || tried.step > bestStep + 4) {
      best = tried.fan;
      bestStep = tried.step;
    }
    if (tried.step >= FINGER || rows >= count || room.isOneRow) break;
  }
  return best as Fan;
}

function inRows(groups: readonly number[], rows: number, room: Room): { fan: Fan; step: number } {
  const cut = rowsOf(groups, rows);
  const tall = RATIO * (1 + ROW_SHARE * (cut.length - 1));
  const high = (room.height - LIFT) / tall;
  const card = Math.max(LEAST_CARD, Math.min(room.most, high, room.width / 3.2));
  // The outer cards of a single row are turned and need more room.
  const inner = room.width - (rows > 1 ? 4 : card * 0.3);
  const steps = cut.map((row) => stepOf(row, card, inner));
  const step = Math.min(...steps);
  const places: Place[] = [];
  cut.forEach((row, number) => {
    places.push(
      ...rowPlaces(
        row,
        number,
        Math.min(step, card * (room.isWide ? 1.02 : ROOMY)),
        card,
        room,
        cut.length,
      ),
    );
  });
  const height = Math.max(0, ...places.map((place) => place.y)) + card * RATIO;
  const down = Math.max(0, (room.height - height) * 0.5);
  for (const place of places) place.y += down;
  return { fan: { places, width: room.width, height, card }, step };
}

/** Cut groups into rows as even as possible, between groups where that costs little. */
export function rowsOf(groups: readonly number[], rows: number): number[][] {
  const count = groups.reduce((sum, size) => sum + size, 0);
  const ends = new Set<number>();
  let end = 0;
  for (const size of groups) {
    end += size;
    ends.add(end);
  }
  const cuts: number[] = [];
  for (let row = 1; row < rows; row += 1) {
    const ideal = Math.ceil((count * row) / rows);
    const near = [0, -1, 1].map((off) => ideal + off).find((at) => ends.has(at) && at < count);
    cuts.push(near ?? ideal);
  }
  return split(groups, cuts);
}

function split(groups: readonly number[], cuts: number[]): number[][] {
  const found: number[][] = [[]];
  let at = 0;
  for (const size of groups) {
    let left = size;
    while (left > 0) {
      const cut = cuts[found.length - 1];
      const room = cut === undefined ? left : Math.min(left, cut - at);
      if (room > 0) found.at(-1)?.push(room);
      at += room;
      left -= room;
      if (at === cut) found.push([]);
    }
  }
  return found.filter((row) => row.length > 0);
}

function gapsOf(row: number[], card: number): number {
  return (row.length - 1) * card * GROUP_GAP;
}

function stepOf(row: number[], card: number, width: number): number {
  const count = row.reduce((sum, size) => sum + size, 0);
  if (count < 2) return card;
  return (width - card - gapsOf(row, card)) / (count - 1);
}

function rowPlaces(
  row: number[],
  number: number,
  step: number,
  card: number,
  room: Room,
  rows: number,
): Place[] {
  const count = row.reduce((sum, size) => sum + size, 0);
  const wide = card + step * (count - 1) + gapsOf(row, card);
  const left = (room.width - wide) / 2;
  const turn = rows > 1 ? 0 : Math.min(1.6, 16 / count);
  const places: Place[] = [];
  let x = left;
  let index = 0;
  for (const size of row) {
    for (let n = 0; n < size; n += 1) {
      const off = index - (count - 1) / 2;
      const drop = rows > 1 ? 0 : (off * off * turn * step) / 130;
      places.push({
        x,
        y: LIFT + number * card * RATIO * ROW_SHARE + drop,
        angle: off * turn,
        row: number,
      });
      x += step;
      index += 1;
    }
    x += card * GROUP_GAP;
  }
  return places;
}

/** The place in the order at which a card that is let go at this point belongs. */
export function slotAt(places: readonly Place[], card: number, x: number, y: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  places.forEach((place, index) => {
    const far = Math.abs(place.y + (card * RATIO) / 2 - y) * 3 + Math.abs(place.x + card / 2 - x);
    if (far < least) {
      least = far;
      best = index;
    }
  });
  return best;
}

/** The same cards with one moved to another place. */
export function moved<T>(order: readonly T[], item: T, to: number): T[] {
  const rest = order.filter((one) => one !== item);
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, item);
  return rest;
}
