/** A person as a coloured disc with initials. */
export function Avatar({ player }: { player: { initials: string; tone: number } }) {
  return (
    <span class={`disc tone-${player.tone}`} aria-hidden="true">
      {player.initials}
    </span>
  );
}
