import { serveWorker } from '../rpc/worker-server.ts'
import { CountSession } from './session.ts'
import type { CountApi } from './types.ts'

serveWorker<CountApi>(() => [new CountSession()])
