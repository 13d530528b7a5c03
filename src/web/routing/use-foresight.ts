import { useEffect } from 'react'
import { foreseePage } from './page-modules.ts'

/** Loads the page behind a link when somebody points at it, touches it or comes to it by the keyboard. */
export function useForesight(): void {
  useEffect(() => {
    const onIntent = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && link.origin === window.location.origin && !link.target) void foreseePage(link.pathname)
    }
    const moments = ['pointerover', 'focusin']
    for (const moment of moments) document.addEventListener(moment, onIntent, { passive: true })
    return () => {
      for (const moment of moments) document.removeEventListener(moment, onIntent)
    }
  }, [])
}
