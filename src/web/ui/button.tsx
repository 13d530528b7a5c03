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
  /** The main action of a view. */
  action: 'border border-transparent bg-action text-on-action hover:bg-action-hover',
  plain: 'border border-line-strong bg-raised text-ink hover:bg-sunken',
  quiet: 'text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink',
  danger: 'border border-invalid text-invalid hover:bg-invalid-soft',
} as const

export type Look = keyof typeof LOOK

const base =
  'print:hidden inline-flex min-h-11 items-center justify-center gap-2 rounded-base px-4 py-2 text-center font-semibold ' +
  'transition-colors duration-150 aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  look: Look
  type?: 'button' | 'submit'
  /** Does nothing but keeps the focus, which a disabled button would lose. */
  isUnavailable?: boolean
  /** A form that the browser may submit before the page has started: its fields may appear in the address. */
  isAlwaysSent?: boolean
}

export function Button({
  look,
  className = '',
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
      className={`${base} ${LOOK[look]} ${isStarted ? 'disabled:opacity-55' : ''} ${className}`}
      aria-disabled={isUnavailable || undefined}
      onClick={isUnavailable ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}

/** For links outside the product. */
export function ButtonAnchor({
  look,
  className = '',
  children,
  ...rest
}: ComponentProps<'a'> & { look: Look; href: string }) {
  return (
    <a className={`${base} ${LOOK[look]} ${className}`} {...rest}>
      {children}
    </a>
  )
}

export function ButtonLink({ look, className = '', ...rest }: ComponentProps<typeof Link> & { look: Look }) {
  return <Link className={`${base} ${LOOK[look]} ${className}`} {...rest} />
}
