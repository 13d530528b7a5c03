import type { ReactNode } from 'react'
import { formatCount } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useSession } from './session.ts'

type Props = {
  title: string
  /** The name of the file that it is about. */
  file?: string | undefined
  /** In tokens. */
  cost: number
  /** What the tokens pay for: lines above the cost. */
  lines: ReactNode
  /** One sentence each. */
  warnings?: readonly string[]
  /** The text of the button that starts it. */
  action: string
  isUnavailable?: boolean
  /** The id of the text that says why it is unavailable. */
  reasonId?: string | undefined
  /** Says what can be done with fewer tokens than the cost. */
  notEnoughText: (values: { cost: string; balance: string }) => string
  /** Said where the same was sent before without a response: it may be paid already, so a low balance does not block it. */
  pendingText: string | undefined
  /** Registration link for a visitor; the login is the other action. */
  register?: { to: string; onClick: () => void }
  onConfirm: () => void
  onDismiss: () => void
  children?: ReactNode
}

/** Shows what something costs in tokens, and what is left of the balance, before it starts (CONV-01, CONV-03). */
export function CostDialog({
  title,
  file,
  cost,
  lines,
  warnings = [],
  action,
  isUnavailable = false,
  reasonId,
  notEnoughText,
  pendingText,
  register,
  onConfirm,
  onDismiss,
  children,
}: Props) {
  const session = useSession()
  const lang = useLang()
  const isSignedOut = session.status === 'signed-out' && session.known
  const balance = session.status === 'signed-in' ? session.tokens : undefined
  const n = (count: number) => formatCount(count, lang)
  const tokens = (count: number) => m.tokens_for({ count, n: n(count) })
  const isEnough = balance === undefined || pendingText !== undefined || balance >= cost
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {isEnough ? m.cancel() : m.ok()}
      </Button>
      {isEnough ? (
        <Button
          look={isSignedOut && register ? 'tinted' : 'filled'}
          className="text-balance"
          isUnavailable={cost === 0 || isUnavailable}
          aria-describedby={reasonId}
          onClick={onConfirm}
        >
          {isSignedOut ? m.confirm_to_login() : action}
        </Button>
      ) : (
        <ButtonLink look="filled" to={pathOf('pricing', lang)}>
          {m.not_enough_action()}
        </ButtonLink>
      )}
      {isSignedOut && register && (
        <ButtonLink look="filled" {...register}>
          {m.confirm_to_register()}
        </ButtonLink>
      )}
    </>
  )
  return (
    <Dialog title={isEnough ? title : m.not_enough_title()} onDismiss={onDismiss} actions={actions}>
      {file !== undefined && (
        <p className="-mt-2 flex items-start gap-2 font-semibold">
          <Icon name="file" className="mt-0.5 size-5 text-muted" />
          <span className="min-w-0 wrap-anywhere">{file}</span>
        </p>
      )}
      <dl className="grid grid-cols-[minmax(45%,1fr)_minmax(0,auto)] border-t border-line [&>*]:border-b [&>*]:border-line [&>*]:py-2">
        {lines}
        <CostLine label={m.confirm_cost()} value={n(cost)} />
        {balance !== undefined && <CostLine label={m.confirm_balance()} value={n(balance)} />}
        {balance !== undefined && balance >= cost && (
          <CostLine label={m.confirm_after()} value={n(balance - cost)} strong />
        )}
      </dl>
      {warnings.length > 0 && isEnough && (
        <ul className="grid gap-3 rounded-base bg-ask-soft p-4 inset-ring inset-ring-ask-line">
          {warnings.map((warning) => (
            <li key={warning} className="wrap-anywhere">
              {warning}
            </li>
          ))}
        </ul>
      )}
      {!isEnough && <p>{notEnoughText({ cost: tokens(cost), balance: tokens(balance ?? 0) })}</p>}
      {isSignedOut && <p>{m.confirm_sign_in({ tokens: SIGNUP_TOKENS })}</p>}
      {pendingText !== undefined && <p>{pendingText}</p>}
      {children}
    </Dialog>
  )
}

type LineProps = { label: string; value: string; strong?: boolean; className?: string }

/** One line of the dialog. */
export function CostLine({ label, value, strong = false, className = '' }: LineProps) {
  return (
    <>
      <dt className={strong ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={`text-end font-semibold wrap-anywhere ${className}`}>{value}</dd>
    </>
  )
}
