import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page's scripts have taken it over; false while it is as it was rendered in advance. */
export const useIsStarted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
