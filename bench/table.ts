/** Columns as wide as their longest cell; right-aligned but the first. */
export function table(titles: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [titles, ...lines]
  const widths = titles.map((_, i) => Math.max(...all.map((line) => line[i]?.length ?? 0)))
  return all
    .map((line) =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
