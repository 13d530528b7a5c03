import * as contract from '#api/conversions.ts'
import type { Db } from '../db/schema.ts'
import { type Api, DONE, mount } from '../http/routes.ts'
import { whenOver } from '../http/when-over.ts'
import { unpackRows } from './row-chunks.ts'
import { makeJobReaders } from './job-readers.ts'
import { deleteJob, findChunks, findJob, listJobs } from './jobs.ts'
import { rowsStream } from './rows-reply.ts'

export function mountJobs(api: Api, db: Db): void {
  const readers = makeJobReaders()

  mount(api, contract.listJobs, async ({ signedIn }) => ({ jobs: await listJobs(db, signedIn.accountId) }))

  mount(api, contract.getJob, async ({ params, signedIn, refuse, reply }) => {
    const { accountId } = signedIn
    const end = readers.begin(accountId) ?? refuse('too_many_requests', { seconds: 1 })
    if (!whenOver(reply, end)) refuse('bad_request')
    const job = (await findJob(db, accountId, params.id)) ?? refuse('not_found')
    const chunks = (await findChunks(db, job.id)) ?? refuse('not_found')
    return { content: rowsStream({ job }, unpackRows(chunks)) }
  })

  mount(api, contract.deleteJob, async ({ params, signedIn, refuse }) => {
    if (!(await deleteJob(db, signedIn.accountId, params.id))) refuse('not_found')
    return DONE
  })
}
