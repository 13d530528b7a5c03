import type { ReactNode } from 'react'

type Props = { what: string; sum: string; isWrong?: boolean; children: ReactNode }

/** A sum as it would be written on paper, with what it is rounded to at the end of its line. */
export function Sum({ what, sum, isWrong = false, children }: Props) {
  return (
    <div className="grid gap-1 border-b border-line py-5 last:border-b-0">
      <dt className={isWrong ? 'font-semibold text-invalid' : 'text-muted'}>{what}</dt>
      <dd className="flex items-baseline justify-between gap-x-6 max-sm:flex-col">
        <span className="text-lg font-medium sm:text-2xl">{sum}</span>
        <span className="flex max-sm:self-end items-baseline gap-3 text-2xl">
          <span className="text-muted">→</span>
          <span className={isWrong ? 'line-through decoration-invalid decoration-2' : ''}>{children}</span>
        </span>
      </dd>
    </div>
  )
}
