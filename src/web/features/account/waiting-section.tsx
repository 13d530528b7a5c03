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
        {/* Where the section is below the form, the page has it above the fields. */}
        <h2 id="waiting" className="text-h3 wrap-anywhere max-md:sr-only">
          {title}
        </h2>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}
