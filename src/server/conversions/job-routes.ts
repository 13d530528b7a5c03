import * as contract from '#api/conversions.ts'
import type { Db } from '../db/schema.ts'
import { type Api, DONE, addRoute } from '../http/routes.ts'
import { onResponseEnd } from '../http/response-end.ts'
import { rowsStream, decompressRows } from './row-chunks.ts'
import { deleteJob, findChunks, findJob, listJobs } from './jobs.ts'
import { limitedAs } from '../rate-limit/keys.ts'

/** Each download holds some rows of its job in memory for as long as the client reads. */
const MAX_DOWNLOADS = 4

/** Limits the downloads of saved jobs for each account, in this process only. */
export type DownloadLimit = {
  /** @returns ends the download, to be called once; undefined when the account has reached the limit */
  begin: (accountId: string) => (() => void) | undefined
}

export function makeDownloadLimit(): DownloadLimit {
  const active = new Map<string, { count: number }>()
  return {
    begin(accountId) {
      const downloads = active.get(accountId) ?? { count: 0 }
      if (downloads.count >= MAX_DOWNLOADS) return undefined
      downloads.count++
      active.set(accountId, downloads)
      return () => {
        if (--downloads.count === 0) active.delete(accountId)
      }
    },
  }
}

export function addJobRoutes(api: Api, db: Db): void {
  const downloads = makeDownloadLimit()

  addRoute(api, contract.listJobs, async ({ caller }) => ({ jobs: await listJobs(db, caller.accountId) }))

  addRoute(api, contract.getJob, async ({ params, caller, reject, reply }) => {
    const { accountId } = caller
    const end = downloads.begin(limitedAs(caller)) ?? reject('too_many_requests', { seconds: 1 })
    if (!onResponseEnd(reply, end)) reject('bad_request')
    const job = (await findJob(db, accountId, params.id)) ?? reject('not_found')
    const chunks = (await findChunks(db, job.id)) ?? reject('not_found')
    return { content: rowsStream({ job }, decompressRows(chunks)) }
  })

  addRoute(api, contract.deleteJob, async ({ params, signedIn, reject }) => {
    if (!(await deleteJob(db, signedIn.accountId, params.id))) reject('not_found')
    return DONE
  })
}
