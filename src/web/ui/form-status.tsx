import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from './button.tsx'

/**
 * The error of a whole form. The live region exists before its text, as screen readers require; without text
 * it takes no space.
 */
export function FormError({ id, text }: { id?: string; text: ReactNode }) {
  return (
    <div id={id} role="alert" className={text ? 'font-semibold text-error' : 'absolute'}>
      {text && <p>{text}</p>}
    </div>
  )
}

/**
 * A status message. The live region exists before its text, as screen readers require; without text it takes
 * no space.
 */
export function StatusLine({ text, className }: { text: string | false; className?: string }) {
  return (
    <div role="status" className={text ? '' : 'absolute'}>
      {text && <p className={className}>{text}</p>}
    </div>
  )
}

type OutcomeProps = {
  title: string
  /** For a page that follows no form; else it is as wide as one. */
  isWide?: boolean
  children: ReactNode
}

/**
 * The result of a form or a wait, in its place: its title takes the focus, so that the next state is
 * announced.
 */
export function Outcome({ title, isWide = false, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={`mx-auto grid w-full justify-items-start gap-5 ${isWide ? 'max-w-2xl' : 'max-w-md'}`}>
      <h1 ref={heading} tabIndex={-1} className="-mb-3 text-h1 outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}

/** A part of the page that failed to load, with a retry button. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-3 grid justify-items-start gap-3 border-s-4 border-error bg-error-soft p-4"
    >
      <p>{text}</p>
      <Button look="tinted" onClick={onRetry}>
        {m.try_again()}
      </Button>
    </div>
  )
}

/** Announces a text to screen readers when it changes; the initial text is not announced. */
export function LiveAnnouncement({ text }: { text: string }) {
  const first = useRef(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (text !== first.current) setSaid(text)
    first.current = text
  }, [text])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
