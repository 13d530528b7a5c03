import type { FastifyRequest } from 'fastify'
import * as contract from '#api/files.ts'
import { LIMITS } from '#product/limits.ts'
import { secondsOfDayLeft } from '../auth/api-keys/keys.ts'
import { type Clock, MINUTE_MS } from '../clock.ts'
import { readIdempotencyKey } from '../conversions/admission.ts'
import { transferableBytes } from '../conversions/bytes.ts'
import { type Charge, getBalanceAfter } from '../conversions/charge.ts'
import type { ConvertedBulk } from '../conversions/convert.ts'
import type { Db } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import { acceptFileBodies } from '../http/body.ts'
import { langOf } from '../http/language.ts'
import { type Api, type RouteContext, type SerializedReply, addRawRoute } from '../http/routes.ts'
import type { Counters } from '../metrics/counters.ts'
import { limitedAs, pseudonymousKey } from '../rate-limit/keys.ts'
import { type Limit, consumeLimits, retryAfter } from '../rate-limit/rate-limit.ts'
import { type WebhookNetwork, parseWebhookUrl } from '../webhooks/send.ts'
import { fileChoices } from './choices.ts'
import { invalidChoice } from './problems.ts'
import { setFileHeaders } from './reply-headers.ts'
import { fileStateOf, findFile } from './stored-files.ts'
import type { FileConverter, FileKind, FileResult, FileStore, FileTask, LargerFile } from './types.ts'

type Dependencies = {
  db: Db
  clock: Clock
  converter: FileConverter
  charge: Charge
  store: FileStore
  network: WebhookNetwork
  counters: Counters
}

type Contract = typeof contract.convertFile | typeof contract.checkFile
type Context = Omit<RouteContext<typeof contract.convertFile, Buffer>, 'params'> & {
  readonly params: contract.ConvertFileChoices | contract.CheckFileChoices
}
type Reply = SerializedReply<never>

/** With room for what a form adds to its file, and for a recipe. */
export const MAX_FILE_BODY_BYTES = LIMITS.fileBytes + 128 * 1024

/** Limits files that were read and then refused: they take a thread's time and cost no token. */
const refusedLimits = (payer: string): Limit[] => [
  { key: `file:${pseudonymousKey(payer)}`, limit: 60, windowMs: 15 * MINUTE_MS },
]

/** Registers the endpoints that a file is sent to. */
export function addFileRoutes(api: Api, dependencies: Dependencies): void {
  const { db, clock, converter } = dependencies
  acceptFileBodies(api.scope)
  const options = {
    bodyLimit: MAX_FILE_BODY_BYTES,
    hasFileBody: true,
    // Before the body is read, and long before it is charged.
    admit: async (request: FastifyRequest) => void readIdempotencyKey(request),
  }

  addFileRoute(contract.convertFile, 'convert')
  addFileRoute(contract.checkFile, 'check')

  function addFileRoute(endpoint: Contract, kind: FileKind): void {
    // Both have the errors of the first; the second is never charged.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    addRawRoute(api, endpoint as typeof contract.convertFile, options, async (context) => {
      context.request.bodyHold.keep()
      try {
        requireKnownChoices(endpoint, context)
        return await withinLimit(kind, context)
      } finally {
        context.request.bodyHold.release()
      }
    })
  }

  async function withinLimit(kind: FileKind, context: Context): Promise<Reply> {
    const limits = refusedLimits(limitedAs(context.caller))
    const seconds = await retryAfter(db, limits, clock())
    if (seconds !== undefined) context.reject('too_many_requests', { seconds })
    const webhook = webhookOf(context, dependencies.network)
    try {
      return await processAndSend(kind, context, webhook)
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'busy') await consumeLimits(db, limits, clock())
      throw error
    }
  }

  async function processAndSend(
    kind: FileKind,
    context: Context,
    webhook: string | undefined,
  ): Promise<Reply> {
    const payer = limitedAs(context.caller)
    const task: FileTask = {
      bytes: transferableBytes(context.body),
      contentType: context.request.headers['content-type'] ?? '',
      choices: fileChoices(context.params),
      payer,
      maxRows: LIMITS.syncFileRows,
    }
    const outcome = await (kind === 'convert' ? converter.convert(task) : converter.check(task))
    if (outcome.ok) {
      if (outcome.bulk === undefined) return sendReport(context, outcome.result)
      return chargeAndSend(dependencies, context, outcome.bulk, outcome.result)
    }
    if (outcome.larger !== undefined)
      return storeForLater(dependencies, context, { kind, webhook, task, larger: outcome.larger })
    const { code, params } = outcome
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract names the codes of every refusal
    return context.reject(code as Parameters<Context['reject']>[0], params)
  }
}

/** A parameter of another name would have no effect, and the file be converted otherwise than it was meant. */
function requireKnownChoices({ params }: Contract, { request, reject }: Context): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the router has parsed it
  const unknown = Object.keys(request.query as object).find(
    (name) => !Object.hasOwn(params?.shape ?? {}, name),
  )
  if (unknown === undefined) return
  const { code, params: about } = invalidChoice({ reason: 'unknown_choice', text: unknown })
  reject(code as 'invalid_choice', about)
}

/** Only a key has a secret that the notice is signed with. */
function webhookOf({ params, caller, reject }: Context, network: WebhookNetwork): string | undefined {
  const { webhook } = params
  if (webhook === undefined) return undefined
  if (caller.apiKey === undefined || parseWebhookUrl(webhook, network) === undefined)
    return reject('invalid_webhook')
  return webhook
}

/** A report is no file: it has no name, and costs nothing. */
function sendReport({ reply }: Context, result: FileResult): Reply {
  reply.header('levro-warnings', result.warnings.join(','))
  return replyOf(result)
}

const replyOf = ({ bytes, contentType }: FileResult): Reply => ({
  content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  contentType,
})

async function chargeAndSend(
  { db, clock, charge, store, counters }: Dependencies,
  context: Context,
  bulk: ConvertedBulk,
  result: FileResult,
): Promise<Reply> {
  const { caller, reject, request, reply } = context
  const key = readIdempotencyKey(request)
  const { accountId, apiKey } = caller
  // Whether a request is stored depends on it alone: the key was used for another one.
  if (key !== undefined && (await store.findByKey(accountId, key)) !== undefined)
    reject('idempotency_conflict')
  const at = clock()
  const { tokenCost: cost, totalRows } = bulk.counts
  const charged = await charge(bulk, { accountId, ...(apiKey && { apiKey }), key, at })
  switch (charged.status) {
    case 'charged': {
      counters.bulkRows += totalRows
      counters.tokensCharged += cost
      const { jobId, newBalance } = charged.charged
      setFileHeaders(reply, { ...result, jobId, tokens: cost, tokensLeft: newBalance })
      return replyOf(result)
    }
    case 'repeated': {
      const { jobId } = charged
      const tokensLeft = await getBalanceAfter(db, jobId)
      setFileHeaders(reply, { ...result, jobId, tokens: cost, tokensLeft })
      return replyOf(result)
    }
    case 'conflict':
      return reject('idempotency_conflict')
    case 'not-enough':
      return reject('not_enough_tokens', { cost, balance: charged.balance })
    case 'over-daily-tokens':
      return reject('daily_tokens_spent', { cost, left: charged.left, seconds: secondsOfDayLeft(at) })
    case 'revoked':
      return reject('api_key_revoked')
    case 'no-account':
      return reject('not_authenticated')
  }
}

type Later = { kind: FileKind; webhook: string | undefined; task: FileTask; larger: LargerFile }

/** Stores the request for the background, and answers with its state. */
async function storeForLater(
  { db, clock, store }: Dependencies,
  { caller, reject, request, reply }: Context,
  { kind, webhook, task: { bytes, contentType, choices }, larger }: Later,
): Promise<Reply> {
  const { accountId, apiKey, balance } = caller
  const key = readIdempotencyKey(request)
  const isRepeat = key !== undefined && (await store.findByKey(accountId, key)) !== undefined
  // Better known now than in a minute.
  if (larger.tokens > balance && !isRepeat) reject('not_enough_tokens', { cost: larger.tokens, balance })
  const lang = langOf(request)
  const stored = await store.store({
    kind,
    accountId,
    apiKeyId: apiKey?.id,
    key,
    lang,
    webhook,
    task: { bytes, contentType, choices },
    larger,
    at: clock(),
  })
  switch (stored.status) {
    case 'stored':
    case 'repeated': {
      const file = (await findFile(db, accountId, stored.id)) ?? reject('not_found')
      reply.status(202).header('location', `/api/v1/files/${stored.id}`)
      return { content: Buffer.from(JSON.stringify(fileStateOf(file, lang))) }
    }
    case 'conflict':
      return reject('idempotency_conflict')
    case 'full':
      return reject('too_many_files')
    case 'busy':
      return reject('busy')
    case 'no-account':
      return reject('not_authenticated')
  }
}
