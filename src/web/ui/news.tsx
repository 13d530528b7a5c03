import { useEffect, useRef, useState } from 'react'

/** Says a text when it has changed, for whoever does not see it; what it is at first is not said. */
export function News({ text }: { text: string }) {
  const first = useRef(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (text !== first.current) setSaid(text)
    first.current = text
  }, [text])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
