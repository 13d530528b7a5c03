import {
  type ReactNode,
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { m } from '#i18n/messages/messages.js'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type AlertKind = 'error' | 'warning' | 'success' | 'notice'

// Words in both languages that tell what a message is about, in the order in which they are looked for (LAY-04).
const WORDS: readonly [AlertKind, RegExp][] = [
  ['error', /error|failed|oops|couldn't|грешк|неуспе|не успях|не можа|опа/i],
  [
    'warning',
    /warning|please|enter a|max allowed|not enough|this needs|check the|no valid|limit|unsupported|проверете|моля|въведете|най-много|най-голям|максим|не достигат|недостатъч|нужни са|няма валидни|достигнахте|неподдържан|внимание/i,
  ],
  ['success', /success|saved|copied|deleted|успеш|запазен|копиран|изтрит|готово/i],
]

export const alertKind = (message: string): AlertKind =>
  WORDS.find(([, words]) => words.test(message))?.[0] ?? 'notice'

type Ask = { title: string; text: ReactNode; action: string; danger?: boolean }
type Shown = { message: string } | { ask: Ask; answer: (yes: boolean) => void }
/** What is shown belongs to the page that it was said on. */
type Said = Shown & { pathname: string; dismiss: () => void }

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
  // The page that is shown, which on the way to another is not the one of the address any more.
  const page = useRef(pathname)
  useLayoutEffect(() => {
    page.current = pathname
  }, [pathname])
  const [said, setSaid] = useState<Said>()
  const close = useCallback((done: Said) => setSaid((now) => (now === done ? undefined : now)), [])
  // Whatever leads away, the Back button too, leaves a question without an answer.
  useEffect(() => {
    if (!said || said.pathname === pathname) return
    said.dismiss()
    close(said)
  }, [said, pathname, close])
  const latest = useRef<Said>(undefined)
  const alerts = useMemo<Alerts>(() => {
    const show = (what: Shown, dismiss: () => void) => {
      // One thing is asked at a time: what it takes the place of is answered with no.
      latest.current?.dismiss()
      latest.current = { ...what, pathname: page.current, dismiss }
      setSaid(latest.current)
    }
    return {
      alert: (message) => show({ message }, () => undefined),
      confirm: (ask) => new Promise((answer) => show({ ask, answer }, () => answer(false))),
    }
  }, [])
  return (
    <AlertsContext value={alerts}>
      {children}
      {said?.pathname === pathname &&
        ('message' in said ? (
          <AlertDialog message={said.message} onClose={() => close(said)} />
        ) : (
          <AskDialog
            ask={said.ask}
            answer={(yes) => {
              said.answer(yes)
              close(said)
            }}
          />
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
