import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from './button.tsx'

/**
 * What went wrong with a form as a whole. Screen readers tell of changes in a region they know, so it is there before its
 * words are; without them it takes no place.
 */
export function FormError({ id, text }: { id?: string; text: ReactNode }) {
  return (
    <div id={id} role="alert" className={text ? 'font-medium text-invalid' : 'absolute'}>
      {text && <p>{text}</p>}
    </div>
  )
}

/**
 * Says what has come of something. Screen readers tell of changes in a region they know, so it is there before its words
 * are; without them it takes no place.
 */
export function StatusLine({ text, className }: { text: string | false; className?: string }) {
  return (
    <div role="status" className={text ? '' : 'absolute'}>
      {text && <p className={className}>{text}</p>}
    </div>
  )
}

/** What has come of a form or a wait, in its place: its title takes the focus, so that the next state is read out too. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto grid max-w-md justify-items-start gap-5">
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}

/** Says that a part of the page could not be loaded, and tries it again. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-3 grid justify-items-start gap-3 border-s-4 border-invalid bg-invalid-soft p-4"
    >
      <p>{text}</p>
      <Button look="plain" onClick={onRetry}>
        {m.try_again()}
      </Button>
    </div>
  )
}

/** Says a text when it has changed, for whoever does not see it; what it is at first is not said. */
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
