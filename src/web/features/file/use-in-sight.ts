import { useEffect, useState } from 'react'

/** Whether any part of the element with this HTML id is in the window. */
export function useInSight(id: string, isThere = true): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const element = isThere ? document.getElementById(id) : null
    if (!element) return setInSight(false)
    // The last entry is the newest.
    const observer = new IntersectionObserver((entries) =>
      setInSight(entries.at(-1)?.isIntersecting === true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [id, isThere])
  return isInSight
}
