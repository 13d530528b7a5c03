import type { BulkApi } from '../types.ts'
import { serveWorker } from '../rpc/worker-server.ts'
import { BulkSession } from './session.ts'

serveWorker<BulkApi>((emit) => {
  const session = new BulkSession(emit)
  return [session, session.rows, session.results]
})
