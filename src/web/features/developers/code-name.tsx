import { Fragment } from 'react'

/** A word of a name, with what stands between it and the next. */
const PIECE = /[^._/\]]+[._/\]]*|[._/\]]+/g

/** The name of a field, a path or a code, that goes on in the next line only where a word of it ends. */
export function CodeName({ name }: { name: string }) {
  const pieces = name.match(PIECE) ?? []
  return (
    <span translate="no" className="font-mono wrap-anywhere">
      {pieces.map((piece, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  )
}
