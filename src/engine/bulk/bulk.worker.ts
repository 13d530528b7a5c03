import type { BulkApi, Snapshot } from '../types.ts'
import { serveWorker } from '../rpc/worker-server.ts'
import { BulkSession } from './session.ts'
import { warmUp } from './warm-up.ts'

/** A file that was given to another page is opened before this. */
const WARM_UP_AFTER_MS = 100

serveWorker<BulkApi>((emit) => {
  let phase: Snapshot['phase'] = 'starting'
  const session = new BulkSession((snapshot) => {
    if (phase === 'starting' && snapshot.phase === 'idle')
      setTimeout(() => {
        if (phase === 'idle') void warmUp()
      }, WARM_UP_AFTER_MS)
    phase = snapshot.phase
    emit(snapshot)
  })
  return [session, session.rows, session.results]
})
