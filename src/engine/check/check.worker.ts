import { serveWorker } from '../rpc/worker-server.ts'
import { CheckSession } from './session.ts'
import type { CheckApi } from './types.ts'

serveWorker<CheckApi>((emit) => [new CheckSession(emit)])
