import type { ReactNode } from 'react'

/** The header of a table column. `className` sets width, padding at the sides, alignment and colour. */
export function HeaderCell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th scope="col" className={`py-2 font-semibold ${className}`}>
      {children}
    </th>
  )
}
