import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The state of the history entry of a check that is opened for a corrected file which is paid for already. */
export const paidFileState = (name: string) => ({ paidFile: name })

const paidFileOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'paidFile' in state && typeof state.paidFile === 'string'
    ? state.paidFile
    : undefined

/** The name of that file. The page is prerendered without it. */
export function usePaidFile(): string | undefined {
  const { state }: { state: unknown } = useLocation()
  const [name, setName] = useState<string>()
  useEffect(() => setName(paidFileOf(state)), [state])
  return name
}
