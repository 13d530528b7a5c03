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

// Words in all languages that decide the title of a message, in order of precedence (LAY-04).
const WORDS: readonly [AlertKind, RegExp][] = [
  ['error', /error|failed|oops|couldn't|грешк|неуспе|не успях|не можа|опа/i],
  [
    'warning',
    /warning|please|enter a|max allowed|not enough|this needs|check the|no valid|limit|unsupported|проверете|моля|въведете|най-много|най-голям|максим|не достигат|недостатъч|нужни са|няма валидни|достигнахте|неподдържан|внимание|предупрежд/i,
  ],
  ['success', /success|saved|copied|deleted|успеш|запазен|копиран|изтрит|готово/i],
]

export const alertKind = (message: string): AlertKind =>
  WORDS.find(([, words]) => words.test(message))?.[0] ?? 'notice'

type Ask = { title: string; text: ReactNode; action: string; danger?: boolean }
type Shown = { message: string } | { ask: Ask; answer: (yes: boolean) => void }
/** A message belongs to the page on which it was opened. */
type Said = Shown & { pathname: string; dismiss: () => void }

type Alerts = {
  /** Shows a message in a modal; its title follows from the words (LAY-04). */
  alert: (message: string) => void
  /** Asks for confirmation of something irreversible; resolves to the answer. */
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
  // The mounted page; during a navigation it differs from the address.
  const page = useRef(pathname)
  useLayoutEffect(() => {
    page.current = pathname
  }, [pathname])
  const [said, setSaid] = useState<Said>()
  const close = useCallback((done: Said) => setSaid((now) => (now === done ? undefined : now)), [])
  // Any navigation, the Back button too, dismisses the question.
  useEffect(() => {
    if (!said || said.pathname === pathname) return
    said.dismiss()
    close(said)
  }, [said, pathname, close])
  const latest = useRef<Said>(undefined)
  const alerts = useMemo<Alerts>(() => {
    const show = (what: Shown, dismiss: () => void) => {
      // One question at a time: a former one is answered with no.
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
    <Button look="filled" onClick={onClose}>
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
      <Button look={ask.danger ? 'danger' : 'filled'} onClick={() => answer(true)}>
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
