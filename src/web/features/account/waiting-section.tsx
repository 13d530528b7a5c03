import type { ReactNode } from 'react'

/** The section next to the form that shows what waits for a sign-in. */
export function WaitingSection({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby="waiting" className="grid content-start gap-4 md:pt-4.5" data-testid="waiting">
      <div>
        <h2 id="waiting" className="text-h3 wrap-anywhere">
          {title}
        </h2>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}
