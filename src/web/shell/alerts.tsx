import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { m } from '../i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { alertKind } from './alert-kind.ts'

type Ask = { title: string; text: ReactNode; action: string; danger?: boolean }
type Shown = { message: string } | { ask: Ask; answer: (yes: boolean) => void }

type Alerts = {
  /** Tells something in a modal; the title follows from the message (LAY-04). */
  alert: (message: string) => void
  /** Asks before something that cannot be undone; resolves to the answer. */
  confirm: (ask: Ask) => Promise<boolean>
}

const AlertsContext = createContext<Alerts | undefined>(undefined)

const TITLE = {
  error: m.alert_error,
  warning: m.alert_warning,
  success: m.alert_success,
  notice: m.alert_notice,
}

export function AlertsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>()
  const unanswered = useRef<(yes: boolean) => void>(undefined)
  const close = useCallback(() => setShown(undefined), [])
  const alerts = useMemo<Alerts>(
    () => ({
      alert: (message) => {
        unanswered.current?.(false)
        setShown({ message })
      },
      confirm: (ask) =>
        new Promise((resolve) => {
          // One thing is asked at a time: what it takes the place of is answered with no.
          unanswered.current?.(false)
          const answer = (yes: boolean) => {
            unanswered.current = undefined
            setShown(undefined)
            resolve(yes)
          }
          unanswered.current = answer
          setShown({ ask, answer })
        }),
    }),
    [],
  )
  return (
    <AlertsContext value={alerts}>
      {children}
      {shown &&
        ('message' in shown ? (
          <AlertDialog message={shown.message} onClose={close} />
        ) : (
          <AskDialog {...shown} />
        ))}
    </AlertsContext>
  )
}

export function useAlerts(): Alerts {
  const alerts = use(AlertsContext)
  if (!alerts) throw new Error('useAlerts is called outside of AlertsProvider')
  return alerts
}

function AlertDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const ok = (
    <Button look="action" onClick={onClose}>
      {m.ok()}
    </Button>
  )
  return (
    <Dialog title={TITLE[alertKind(message)]()} onDismiss={onClose} actions={ok}>
      <p>{message}</p>
    </Dialog>
  )
}

function AskDialog({ ask, answer }: { ask: Ask; answer: (yes: boolean) => void }) {
  const actions = (
    <>
      <Button look="plain" onClick={() => answer(false)}>
        {m.cancel()}
      </Button>
      <Button look={ask.danger ? 'danger' : 'action'} onClick={() => answer(true)}>
        {ask.action}
      </Button>
    </>
  )
  return (
    <Dialog title={ask.title} onDismiss={() => answer(false)} actions={actions}>
      {typeof ask.text === 'string' ? <p>{ask.text}</p> : ask.text}
    </Dialog>
  )
}
