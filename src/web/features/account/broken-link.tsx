import type { ReactNode } from 'react'
import { m } from '#i18n/messages/messages.js'

/** A link of a letter that was cut off on its way into the browser. */
export function BrokenLink({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md justify-items-start gap-5">
      <h1 className="text-3xl">{m.link_none_title()}</h1>
      <p>{m.link_none()}</p>
      {children}
    </div>
  )
}
