import type { ReactNode } from 'react'

type Cells = {
  /** The line or code, in a narrow first column. */
  number?: ReactNode
  name: ReactNode
  lev: ReactNode
  /** Absent from a file without euro prices. */
  euro?: ReactNode
}

export type PriceRow = Cells & {
  id: string
  /** Its lev price waits for an answer. */
  isAsked?: boolean
  className?: string
}

/** The picture of a price list, for a `.sheet`: prices in lev, and in euro where the file has them. */
export function PriceTable({ heads, rows }: { heads: Cells; rows: readonly PriceRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          {heads.number !== undefined && (
            <th scope="col" className="number">
              {heads.number}
            </th>
          )}
          <th scope="col">{heads.name}</th>
          <th scope="col" className="amount">
            {heads.lev}
          </th>
          {heads.euro !== undefined && (
            <th scope="col" className="amount euro">
              {heads.euro}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, number, name, lev, euro, isAsked = false, className }) => (
          <tr key={id} className={className}>
            {number !== undefined && <td className="number">{number}</td>}
            <td>{name}</td>
            <td className={isAsked ? 'amount ask font-semibold' : 'amount lev'}>{lev}</td>
            {euro !== undefined && <td className="amount euro">{euro}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
