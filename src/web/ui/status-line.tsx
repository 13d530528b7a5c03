/**
 * Says what has come of something. Screen readers tell of changes in a region they know, so it is there before its words
 * are; without them it takes no place.
 */
export function StatusLine({ text, className }: { text: string | false; className?: string }) {
  return (
    <div role="status" className={text ? '' : 'absolute'}>
      {text && <p className={className}>{text}</p>}
    </div>
  )
}
