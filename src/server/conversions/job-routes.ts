import * as contract from '#contract/conversions.ts'
import type { Db } from '../db/schema.ts'
import { type Api, DONE, mount } from '../http/mount.ts'
import { unpackRows } from './chunks.ts'
import { deleteJob, findJob, getChunks, listJobs } from './jobs.ts'
import { rowsStream } from './rows-reply.ts'

export function mountJobs(api: Api, db: Db): void {
  mount(api, contract.listJobs, async ({ signedIn }) => ({ jobs: await listJobs(db, signedIn.accountId) }))

  mount(api, contract.getJob, async ({ params, signedIn, refuse }) => {
    const job = (await findJob(db, signedIn.accountId, params.id)) ?? refuse('not_found')
    const chunks = await getChunks(db, job.id)
    if (chunks.length === 0) refuse('not_found')
    return { content: rowsStream({ job }, unpackRows(chunks)) }
  })

  mount(api, contract.deleteJob, async ({ params, signedIn, refuse }) => {
    if (!(await deleteJob(db, signedIn.accountId, params.id))) refuse('not_found')
    return DONE
  })
}
