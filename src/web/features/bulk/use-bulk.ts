import { useEffect, useSyncExternalStore } from 'react'
import { loadDeviceOwner } from '#engine/storage/identity.ts'
import { useSession } from '../../session/session.ts'
import { bulk } from '#engine/bulk/client.ts'
import { EMPTY_SNAPSHOT, type Snapshot } from '#engine/types.ts'

/** The state of the bulk session. Its worker starts with the first component that uses it. */
export function useBulk(): Snapshot {
  useOwnerSync()
  useEffect(() => void bulk.start(), [])
  return useSyncExternalStore(bulk.subscribe, bulk.snapshot, () => EMPTY_SNAPSHOT)
}

/** Sets the owner of the bulk session. While the server has not said who is signed in, it is the last user of the device. */
function useOwnerSync(): void {
  const session = useSession()
  const isKnownSignedOut = session.status === 'signed-out' && session.known
  const email = session.status === 'signed-in' ? session.email : isKnownSignedOut ? '' : undefined
  useEffect(() => {
    bulk.owner = email ?? loadDeviceOwner() ?? ''
  }, [email])
}
