import type { ReactNode } from 'react'

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
