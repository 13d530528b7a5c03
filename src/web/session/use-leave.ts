import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { forgetDraft } from '#engine/storage/contact-draft.ts'
import { useGo } from '../routing/navigation.ts'
import { setDeviceOwner } from '#engine/storage/identity.ts'
import { forgetSession } from './session.ts'

/**
 * What comes after the server has ended a session at the person's wish: nothing of theirs stays on the device, and the
 * page goes on elsewhere.
 * @returns takes where to, and the part that knows the rows, which is loaded before the server is asked for anything
 */
export function useLeave(): (
  to: string,
  bulk: { forget: () => Promise<void> },
  options?: { replace: boolean },
) => Promise<void> {
  const client = useQueryClient()
  const go = useGo()
  return useCallback(
    async (to, bulk, options) => {
      // A device that cannot clear its store keeps nobody here.
      await bulk.forget().catch(() => undefined)
      forgetDraft()
      setDeviceOwner(undefined)
      // Before there is a stranger: the page that is left would lead one to the login.
      await go(to, options)
      await forgetSession(client)
      // The button that was pressed is gone with the person.
      if (document.activeElement === document.body) document.getElementById('main')?.focus()
    },
    [client, go],
  )
}
