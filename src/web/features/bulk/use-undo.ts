import { useEffect, useRef } from 'react'

/** Ctrl+Z (⌘Z) outside of a field takes back; inside of one the keys belong to what is typed there. */
export function useUndoKeys(onUndo: (() => void) | undefined): void {
  const current = useRef(onUndo)
  useEffect(() => {
    current.current = onUndo
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By the letter, and by the place of the key where the keyboard writes no Latin letters.
      const isLetter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === 'z' : event.code === 'KeyZ'
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && isLetter
      if (!isUndo || !current.current || document.querySelector('dialog[open]')) return
      if (event.target instanceof HTMLInputElement && event.target.type !== 'radio') return
      event.preventDefault()
      current.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
