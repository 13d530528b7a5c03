import { Suspense, lazy, memo, useEffect, useRef } from 'react'

let comesNear: () => void = () => undefined
const near = new Promise<void>((resolve) => {
  comesNear = resolve
})

/**
 * The sections below the first screen. Their HTML is prerendered; their script is loaded when they come into sight, and the
 * page stays readable if it fails to load.
 */
const Sections = lazy(async () => {
  if (!import.meta.env.SSR) await near
  const never = new Promise<never>(() => undefined)
  try {
    // Undefined when the page is about to be reloaded (`entry.client.tsx`).
    const loaded: typeof import('./sections.tsx') | undefined = await import('./sections.tsx')
    return loaded ?? (await never)
  } catch {
    return never
  }
})

/** Takes no properties: a render of its parent would discard the prerendered HTML. */
export const Below = memo(function Below() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) comesNear()
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      {/* After a navigation within the site: as high as the sections, so that the scroll position can be restored. */}
      <Suspense fallback={<div className="h-[178rem] lg:h-[113rem]" />}>
        <Sections />
      </Suspense>
    </div>
  )
})
