import { type ComponentProps, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

const never = () => () => {}

/** Whether the page is hydrated; false while it is prerendered HTML. */
export const useIsStarted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const LOOK = {
  /** The main action of a view: one at most. */
  filled: 'px-4.5 bg-action font-bold text-on-action hover:bg-action-hover aria-disabled:bg-sunken',
  /** Other actions. */
  tinted:
    'px-4.5 bg-action-soft font-bold text-on-action-soft hover:bg-action-soft-hover aria-disabled:bg-sunken',
  /** Actions that are rarely needed. */
  plain: 'px-3 font-semibold text-ink hover:bg-ink/6 aria-disabled:bg-transparent',
  /** An answer to a question, on its amber ground. */
  answer:
    'px-4 bg-raised font-semibold text-ink inset-ring inset-ring-ask-line hover:bg-ink hover:text-surface',
  /** What cannot be undone. */
  danger:
    'px-4.5 bg-error-soft font-bold text-error hover:inset-ring hover:inset-ring-error aria-disabled:bg-sunken',
} as const

export type Look = keyof typeof LOOK

const SIZE = {
  small: 'min-h-9 py-1 text-[0.9375rem] pointer-coarse:min-h-11',
  medium: 'min-h-11 py-2',
  large: 'min-h-14 py-3 text-lead',
} as const

type LookProps = { look: Look; size?: keyof typeof SIZE | undefined; className?: string | undefined }

/** The classes of a button, for elements that are none. */
export const buttonClass = ({ look, size = 'medium', className = '' }: LookProps): string =>
  'print:hidden inline-flex items-center justify-center gap-2 rounded-base text-center leading-tight forced-colors:border ' +
  'transition-colors duration-120 aria-disabled:cursor-not-allowed aria-disabled:text-muted ' +
  `${LOOK[look]} ${SIZE[size]} ${className}`

type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'className'> &
  LookProps & {
    type?: 'button' | 'submit'
    /** Does nothing but keeps the focus, which a disabled button would lose. */
    isUnavailable?: boolean
    /** A form that the browser may submit before the page has started: its fields may appear in the address. */
    isAlwaysSent?: boolean
  }

export function Button({
  look,
  size,
  className,
  type = 'button',
  isUnavailable = false,
  isAlwaysSent = false,
  onClick,
  disabled,
  ...rest
}: ButtonProps) {
  const isStarted = useIsStarted()
  return (
    <button
      type={type}
      // Before hydration the browser would submit the form itself and put a password into the address.
      disabled={disabled || (type === 'submit' && !isAlwaysSent && !isStarted)}
      className={buttonClass({
        look,
        size,
        className: `${isStarted ? 'disabled:opacity-55' : ''} ${className ?? ''}`,
      })}
      aria-disabled={isUnavailable || undefined}
      onClick={isUnavailable ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}

/** For links outside the product. */
export function ButtonAnchor({
  look,
  size,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & LookProps & { href: string }) {
  return (
    <a className={buttonClass({ look, size, className })} {...rest}>
      {children}
    </a>
  )
}

export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & LookProps) {
  return <Link className={buttonClass({ look, size, className })} {...rest} />
}
