import type { ReactNode } from 'react'

export type EmptyColumn = {
  title?: string
  /** The width of the column in the grid, and its ink. */
  className: string
}

type Props = {
  columns: readonly EmptyColumn[]
  /** The widths of the columns, as classes. */
  grid: string
  /** In the middle, above the rows. */
  children: ReactNode
  className?: string
}

const CELL = 'block overflow-clip px-2 text-ellipsis whitespace-nowrap sm:px-4'

/** An empty table with column heads, as the background of the file picker or of a file error. */
export function EmptySheet({ columns, grid, children, className = '' }: Props) {
  return (
    <div
      className={`relative grid place-items-center overflow-clip rounded-card border-2 border-dashed border-line-strong bg-raised noscript:hidden print:hidden ${className}`}
    >
      <div aria-hidden="true" className={`absolute inset-0 grid text-small ${grid}`}>
        <i className="absolute inset-x-0 top-11 bottom-0 [background-image:linear-gradient(var(--line)_1px,transparent_1px)] [background-size:100%_36px]" />
        {columns.map(({ title = '', className }, i) => (
          <i key={i} className={`relative border-e border-line not-italic last:border-e-0 ${className}`}>
            <span className={`h-11 leading-11 font-bold ${CELL}`}>{title}</span>
          </i>
        ))}
      </div>
      {children}
    </div>
  )
}
