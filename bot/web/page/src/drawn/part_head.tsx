/** The title of something that is drawn, with a line about it. */
export function PartHead({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <header class="drawn-head">
      <h2>{title}</h2>
      {subtitle && <p class="small">{subtitle}</p>}
    </header>
  );
}
