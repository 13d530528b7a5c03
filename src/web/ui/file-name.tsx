/** The end of a name that stays in sight: what was added to it, and its ending. */
const TAIL = 12

/** A file name in one line: where there is no room, its middle is left out. */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  const letters = [...name]
  const isLong = letters.length > 2 * TAIL
  return (
    <span title={name} className={`inline-flex min-w-0 max-w-full ${className}`}>
      <span className="truncate whitespace-pre">{isLong ? letters.slice(0, -TAIL).join('') : name}</span>
      {isLong && <span className="shrink-0 whitespace-pre">{letters.slice(-TAIL).join('')}</span>}
    </span>
  )
}
