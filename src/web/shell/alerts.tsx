import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { m } from '../i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { alertKind } from './alert-kind.ts'

type Ask = { title: string; text: ReactNode; action: string; danger?: boolean }
type Shown = { message: string } | { ask: Ask; answer: (yes: boolean) => void }
/** What is shown belongs to the page that it was said on. */
type OnPage = { pathname: string; what: Shown }

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
  const { pathname } = useLocation()
  const [said, setSaid] = useState<OnPage>()
  const shown = said?.pathname === pathname ? said.what : undefined
  const unanswered = useRef<(yes: boolean) => void>(undefined)
  const setShown = useCallback(
    (what?: Shown) => setSaid(what && { what, pathname: window.location.pathname }),
    [],
  )
  const close = useCallback(() => setShown(), [setShown])
  // Whatever leads away, the Back button too, leaves a question without an answer.
  useEffect(() => {
    if (said && said.pathname !== pathname) {
      unanswered.current?.(false)
      setSaid(undefined)
    }
  }, [said, pathname])
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
            setShown()
            resolve(yes)
          }
          unanswered.current = answer
          setShown({ ask, answer })
        }),
    }),
    [setShown],
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
