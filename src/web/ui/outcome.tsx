import { type ReactNode, useEffect, useRef } from 'react'

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
