import type { ReactNode } from 'react'

/** What went wrong with a form as a whole; announced when it comes. */
export function FormError({ id, text }: { id?: string; text: ReactNode }) {
  return (
    <p id={id} role="alert" className="font-medium text-invalid empty:hidden">
      {text}
    </p>
  )
}
