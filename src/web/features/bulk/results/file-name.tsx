/** The end of a name that stays in sight: what was added to it last, and its ending. */
const TAIL = /[-_ .][^-_ .]{1,12}\.\w{1,5}$/

/** A file name in one line: where there is no room, its middle is left out. */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  const tail = TAIL.exec(name)?.[0] ?? ''
  return (
    <span title={name} className={`inline-flex max-w-full min-w-0 ${className}`}>
      <span className="truncate whitespace-pre">{name.slice(0, name.length - tail.length)}</span>
      <span className="shrink-0 whitespace-pre">{tail}</span>
    </span>
  )
}
