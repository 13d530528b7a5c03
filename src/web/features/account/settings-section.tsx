import { type ReactNode, useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AccountFacts } from '#api/account.ts'
import { queryOf } from '../../session/queries.ts'

type Props = {
  /** Id of the title, where focus is moved to it. */
  id?: string
  title: string
  text: ReactNode
  children: ReactNode
}

/** A section of the settings: title and text on the left, actions on the right. */
export function SettingsSection({ id: ownId, title, text, children }: Props) {
  const someId = useId()
  const id = ownId ?? someId
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-line py-7 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-1.5">
        <h2 id={id} tabIndex={-1} className="text-lead outline-none">
          {title}
        </h2>
        <div className="text-muted">{text}</div>
      </div>
      <div className="grid max-w-xl min-w-0 content-start justify-items-start gap-4">{children}</div>
    </section>
  )
}

export const ACCOUNT_KEY = ['/api/account']

/** Facts about the account other than the balance. */
export const useAccountFacts = () =>
  useQuery({ queryKey: ACCOUNT_KEY, queryFn: queryOf<AccountFacts>('null'), refetchOnMount: 'always' })
