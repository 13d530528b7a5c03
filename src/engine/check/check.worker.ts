import { serveWorker } from '../rpc/worker-server.ts'
import { CheckSession } from './session.ts'
import type { CheckApi, CheckSnapshot } from './types.ts'

serveWorker<CheckApi, CheckSnapshot>((emit) => [new CheckSession(emit)])
