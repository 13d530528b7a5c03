import { Fragment } from 'react'

/** A file name that is broken between its parts, and not within one or its ending, where there is room for a part. */
export function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=[-_ ])/).map((part, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part is its place
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
