import { Readable } from 'node:stream'
import * as contract from '#api/stored-files.ts'
import type { ApiKeyScope } from '#product/api-keys.ts'
import type { Clock } from '../clock.ts'
import { makeDownloadLimit } from '../conversions/job-routes.ts'
import type { Db } from '../db/schema.ts'
import { throwApiError } from '../http/api-error.ts'
import { langOf } from '../http/language.ts'
import { onResponseEnd } from '../http/response-end.ts'
import { type Api, type Caller, DONE, addRoute } from '../http/routes.ts'
import { limitedAs } from '../rate-limit/keys.ts'
import { hasResult, readResult } from './contents.ts'
import { setFileHeaders } from './reply-headers.ts'
import { deleteFile, fileStateOf, findFile, isKept } from './stored-files.ts'

/** Registers the endpoints of files that are processed in the background. */
export function addStoredFileRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }): void {
  const downloads = makeDownloadLimit()

  addRoute(api, contract.getFile, async ({ params, caller, reject, request }) => {
    const file = (await findFile(db, caller.accountId, params.id)) ?? reject('not_found')
    requireScope(caller, [file.kind, 'read'])
    return fileStateOf(file, langOf(request))
  })

  addRoute(api, contract.getFileResult, async ({ params, caller, reject, reply }) => {
    const end = downloads.begin(limitedAs(caller)) ?? reject('too_many_requests', { seconds: 1 })
    if (!onResponseEnd(reply, end)) reject('bad_request')
    const file = (await findFile(db, caller.accountId, params.id)) ?? reject('not_found')
    requireScope(caller, [file.kind, 'read'])
    if (file.state === 'failed') reject('file_failed')
    if (file.state !== 'done') reject('file_not_ready')
    if (!isKept(file, clock()) || !(await hasResult(db, file.id))) reject('file_deleted')
    setFileHeaders(reply, {
      filename: file.result_name ?? file.filename,
      warnings: JSON.parse(file.warnings) as string[],
      jobId: file.job_id,
      tokens: file.tokens,
      tokensLeft: caller.balance,
    })
    reply.header('content-length', file.result_bytes)
    const content = Readable.from(readResult(db, file.id, file.result_bytes), { objectMode: false })
    return { content, contentType: file.result_type ?? 'application/octet-stream' }
  })

  addRoute(api, contract.deleteFile, async ({ params, caller, reject }) => {
    const file = (await findFile(db, caller.accountId, params.id)) ?? reject('not_found')
    requireScope(caller, [file.kind])
    await deleteFile(db, { id: file.id, at: clock() })
    return DONE
  })
}

/** A key reads what it may have made, and with `read` everything. */
function requireScope({ scopes }: Caller, accepted: readonly ApiKeyScope[]): void {
  if (scopes !== undefined && !accepted.some((scope) => scopes.includes(scope)))
    throwApiError('scope_missing')
}
