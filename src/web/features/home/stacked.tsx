/** A text with the space of the longest alternative, so that nothing moves when it changes. */
export function Stacked({ below, children }: { below: string; children: string }) {
  return (
    <span className="grid items-center *:col-start-1 *:row-start-1">
      <span>{children}</span>
      <span aria-hidden="true" className="invisible">
        {below}
      </span>
    </span>
  )
}
