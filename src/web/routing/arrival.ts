import { useEffect } from 'react'
import { useLocation } from 'react-router'

let waiting: (() => void)[] = []

/**
 * Resolves when the page of the next address is there and the former one gone. A navigation itself resolves before that:
 * React draws the new page later, and effects of the former one still run.
 */
export const arrival = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
  })

/** Notices arrivals; used once, above all pages. */
export function useArrivals(): void {
  const { key } = useLocation()
  useEffect(() => {
    for (const resolve of waiting) resolve()
    waiting = []
  }, [key])
}
