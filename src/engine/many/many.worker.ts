import { serveWorker, throttleProgress } from '../rpc/worker-server.ts'
import { ListWork } from './lists.ts'
import type { ManyWork } from './types.ts'

serveWorker<ManyWork>((emit) => {
  const work = new ListWork()
  return [{ pack: (request) => work.pack(request, throttleProgress(emit)) }, work]
})
