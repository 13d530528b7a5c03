import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CountedAccount } from '#api/account.ts'
import { m } from '#i18n/messages/messages.js'
import { ACCOUNT_KEY, queryOf } from '../../session/queries.ts'
import { Button } from '../../ui/button.tsx'

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
      className="grid gap-x-12 gap-y-4 border-t border-line py-7 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-1.5">
        <h2 id={id} tabIndex={-1} className="text-lead outline-none">
          {title}
        </h2>
        <div className="text-muted">{text}</div>
      </div>
      <div className="grid min-w-0 content-start justify-items-start gap-4">{children}</div>
    </section>
  )
}

/** What is set, and at the end of its line what can be done with it. */
export function SettingsLine({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex w-full items-center justify-between gap-x-6">
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}

type FoldProps = {
  isOpen: boolean
  /** What stands in the place of the form until it is asked for, with the button that asks. */
  closed: ReactNode
  children: ReactNode
}

/** A form that is shown when it is asked for: it takes the focus, and gives it back when it is closed. */
export function FoldedForm({ isOpen, closed, children }: FoldProps) {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    place.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()
  }, [isOpen])
  return (
    <div ref={place} className="w-full">
      {isOpen ? children : closed}
    </div>
  )
}

type ActionsProps = {
  look?: 'filled' | 'danger'
  isReady?: boolean
  isBusy: boolean
  action: string
  onCancel: () => void
}

/** The buttons of a folded form. */
export function FoldedFormActions({
  look = 'filled',
  isReady = true,
  isBusy,
  action,
  onCancel,
}: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button look={look} type="submit" isUnavailable={!isReady || isBusy}>
        {isBusy ? m.sending() : action}
      </Button>
      <Button look="plain" onClick={onCancel}>
        {m.cancel()}
      </Button>
    </div>
  )
}

/** Facts about the account other than the balance. The link that confirms the address is opened in another window. */
export const useAccountFacts = () =>
  useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: queryOf<CountedAccount>('null'),
    refetchOnMount: 'always',
    refetchOnWindowFocus: ({ state }) => state.data?.isVerified === false && 'always',
  })
