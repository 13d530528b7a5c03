import * as contract from '#api/conversions.ts'
import type { Db } from '../db/schema.ts'
import { type Api, DONE, addRoute } from '../http/routes.ts'
import { onResponseEnd } from '../http/graceful-shutdown.ts'
import { rowsStream, unpackRows } from './row-chunks.ts'
import { deleteJob, findChunks, findJob, listJobs } from './jobs.ts'

/** Each download holds some rows of its job in memory for as long as the client reads. */
const AT_ONCE = 4

/** Limits the downloads of saved jobs for each account, in this process only. */
export type JobReaders = {
  /** @returns ends the download, to be called once; undefined when the account has reached the limit */
  begin: (accountId: string) => (() => void) | undefined
}

export function makeJobReaders(): JobReaders {
  const underWay = new Map<string, number>()
  return {
    begin(accountId) {
      const count = underWay.get(accountId) ?? 0
      if (count >= AT_ONCE) return undefined
      underWay.set(accountId, count + 1)
      return () => {
        const left = (underWay.get(accountId) ?? 1) - 1
        if (left === 0) underWay.delete(accountId)
        else underWay.set(accountId, left)
      }
    },
  }
}

export function mountJobs(api: Api, db: Db): void {
  const readers = makeJobReaders()

  addRoute(api, contract.listJobs, async ({ signedIn }) => ({ jobs: await listJobs(db, signedIn.accountId) }))

  addRoute(api, contract.getJob, async ({ params, signedIn, refuse, reply }) => {
    const { accountId } = signedIn
    const end = readers.begin(accountId) ?? refuse('too_many_requests', { seconds: 1 })
    if (!onResponseEnd(reply, end)) refuse('bad_request')
    const job = (await findJob(db, accountId, params.id)) ?? refuse('not_found')
    const chunks = (await findChunks(db, job.id)) ?? refuse('not_found')
    return { content: rowsStream({ job }, unpackRows(chunks)) }
  })

  addRoute(api, contract.deleteJob, async ({ params, signedIn, refuse }) => {
    if (!(await deleteJob(db, signedIn.accountId, params.id))) refuse('not_found')
    return DONE
  })
}
