import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Sets data-room of an element to the highest of these levels at which neither it nor what is marked data-whole in it
 * overflows, else to 0: its styles leave out more with each lower level.
 * @param content changes with what is in it
 */
export function useRoom(highest: number, content: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const overflows = () =>
      [current, ...current.querySelectorAll('[data-whole]')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      )
    const fit = () => {
      let level = highest
      do current.dataset['room'] = String(level)
      while (overflows() && level-- > 0)
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(current)
    return () => observer.disconnect()
  }, [highest, content])
  return element
}
