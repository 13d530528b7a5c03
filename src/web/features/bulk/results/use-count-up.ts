import { useEffect, useState } from 'react'

const DURATION_MS = 180

/** Counts up to the value once, unless the user wants less motion. */
export function useCountUp(value: number): number {
  const [share, setShare] = useState(1)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const done = Math.min(1, Math.max(0, (now - start) / DURATION_MS))
      setShare(done)
      if (done < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return share === 1 ? value : Math.round(value * (1 - (1 - share) ** 3))
}
