import type { BulkBody, BulkReply, JobRow, getJob, listJobs } from '#api/conversions.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { sideOf } from '#money/amount.ts'
import type { OpenedFile } from '#formats/format.ts'
import type { Mismatch, PriceCheck } from '#pricelist/pairs/check-pairs.ts'
import { cleanName } from '#pricelist/product-name.ts'
import { LIMITS } from '#product/limits.ts'
import type { CorrectedFile } from '#reports/corrected-file.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { csvAmount } from '#reports/results.ts'
import type { ComparedColumns } from '#reports/types.ts'
import { BulkSubmitter, failedAttempt } from '../bulk/submit.ts'
import { call } from '../http/client.ts'
import { type DeviceRecords, DEVICE_RECORDS } from '../storage/bulk-store.ts'
import { randomId } from '../storage/identity.ts'
import type { CorrectOptions, CorrectOutcome, CorrectionOffer } from './types.ts'

/** A checked file, as it is corrected. */
export type CheckedSource = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly file: OpenedFile
  readonly fileName: string
  readonly columns: ComparedColumns
  readonly check: PriceCheck
}

/** A corrected file before it is charged. */
type Prepared = {
  readonly source: CheckedSource
  readonly replaced: Currency
  readonly written: CorrectedFile
  /** The request that charges it; empty where no price is corrected. */
  readonly body: string
  readonly id: string
}

/** Saved corrections of an account that are compared with those of the file, the newest. */
const MAX_COMPARED = 20

/** Paid corrections that the device remembers, the newest. */
const MAX_REMEMBERED = 100

/**
 * Corrected files (CHECK-04). Each is written first, so that nothing is charged for one that cannot be made, and given out
 * when the server has charged the prices and answered with the same amounts.
 */
export class Corrections {
  readonly #device: DeviceRecords
  readonly #submitter: BulkSubmitter
  #restored: Promise<void> | undefined
  /** The last offer: it is charged, and given again, until there is another one. */
  #prepared: Prepared | undefined
  /** Owner and id of the files that are charged, also before a reload: they are given again at no cost. */
  readonly #charged = new Set<string>()
  /** Idempotency keys in place of ids whose job was deleted. */
  readonly #newKeys = new Map<string, string>()

  constructor(device = DEVICE_RECORDS) {
    this.#device = device
    this.#submitter = new BulkSubmitter('correcting', device)
  }

  /** What the corrected file would be. Sends nothing. Null for a file that cannot be written. */
  async offer(source: CheckedSource, replaced: Currency, owner: string): Promise<CorrectionOffer | null> {
    const prepared = await this.#prepare(source, replaced).catch(() => undefined)
    if (prepared === undefined) return null
    this.#prepared = prepared
    const { id, written } = prepared
    const { corrected, kept, extension } = written
    const pendingOwner = this.#submitter.pendingOf(id)?.owner ?? null
    return {
      id,
      prices: corrected.length,
      isOverLimit: corrected.length > LIMITS.bulkRows,
      kept,
      extension,
      isCharged: this.#charged.has(chargedKey(owner, id)),
      hasPendingSubmission: pendingOwner !== null && (pendingOwner === owner || pendingOwner === ''),
    }
  }

  /** Charges one token for each corrected price, once, and gives the file. */
  async correct(id: string, options: CorrectOptions): Promise<CorrectOutcome> {
    const prepared = this.#prepared
    if (prepared?.id !== id || prepared.body === '') return { outcome: 'not-sent' }
    const { written, replaced, body } = prepared
    const charged = chargedKey(options.owner, id)
    if (this.#charged.has(charged)) return { outcome: 'corrected', file: written.file, balance: null }
    if (written.corrected.length > LIMITS.bulkRows) return { outcome: 'not-sent' }
    // Other corrections without a response have their own key, and are charged once whenever they are sent again.
    const sending = { ...options, evenIfPending: true }
    const result = await this.#submitter.send(body, this.#newKeys.get(id) ?? id, sending)
    if (result.outcome === 'submission-pending') return { outcome: 'not-sent' }
    if (result.outcome === 'converted') {
      if (!haveExpectedAmounts(result.reply, written.corrected, replaced)) return { outcome: 'differs' }
      await this.#remember(charged)
      return { outcome: 'corrected', file: written.file, balance: result.reply.newBalance }
    }
    // The job of this key was deleted: the next attempt is a new conversion.
    if (result.outcome === 'rejected' && result.status === 409 && result.code !== 'conversion_in_progress')
      this.#newKeys.set(id, randomId())
    return result
  }

  /** Looks for the corrections among the saved ones of the account: with too few tokens nothing may be charged. */
  async recover(id: string, { headers, owner }: CorrectOptions): Promise<CorrectOutcome> {
    const prepared = this.#prepared
    if (prepared?.id !== id || prepared.body === '') return { outcome: 'not-sent' }
    const { rows } = JSON.parse(prepared.body) as BulkBody
    try {
      const { jobs } = await call<typeof listJobs>('GET /api/convert/jobs', {}, { headers })
      const alike = jobs.filter((job) => job.source === 'correction' && job.totalRows === rows.length)
      for (const { id: jobId } of alike.slice(0, MAX_COMPARED)) {
        const params = { id: jobId }
        const job = await call<typeof getJob>('GET /api/convert/jobs/:id', { params }, { headers })
        if (!areRowsOf(job.rows, rows)) continue
        await this.#remember(chargedKey(owner, id))
        return { outcome: 'corrected', file: prepared.written.file, balance: null }
      }
      return { outcome: 'not-paid' }
    } catch (error) {
      return failedAttempt(error)
    }
  }

  async #restore(): Promise<void> {
    const [saved] = await Promise.all([this.#device.loadSaved('corrected'), this.#submitter.restore()])
    for (const paid of saved?.paid ?? []) this.#charged.add(paid)
  }

  async #remember(charged: string): Promise<void> {
    this.#charged.add(charged)
    // Other tabs also add to it.
    const saved = await this.#device.loadSaved('corrected')
    const others = (saved?.paid ?? []).filter((one) => one !== charged)
    await this.#device.save('corrected', { version: 1, paid: [charged, ...others].slice(0, MAX_REMEMBERED) })
  }

  async #prepare(source: CheckedSource, replaced: Currency): Promise<Prepared> {
    if (this.#prepared?.source === source && this.#prepared.replaced === replaced) return this.#prepared
    await (this.#restored ??= this.#restore())
    // The code of all formats' writers: only files with mismatches need it.
    const { correctedFile } = await import('#reports/corrected-file.ts')
    const { bytes, file, columns, fileName, check } = source
    const { mismatches } = check
    const written = await correctedFile({ fileName, bytes, file, columns, mismatches, replaced })
    const body = written.corrected.length === 0 ? '' : bodyOf(written.corrected, replaced, fileName)
    return { source, replaced, written, body, id: await idOf(body) }
  }
}

const chargedKey = (owner: string, id: string): string => `${owner} ${id}`

/**
 * The idempotency key. The same corrections have the same one, so that an account is charged for them once, however often
 * it asks: also after a lost response, a reload and on another device.
 */
const idOf = async (body: string): Promise<string> =>
  (await sha256Hex(new TextEncoder().encode(body))) ?? randomId()

function bodyOf(corrected: readonly Mismatch[], replaced: Currency, filename: string): string {
  const rows = rowsToConvert(corrected, replaced)
  return JSON.stringify({ rows, filename, source: 'correction' } satisfies BulkBody)
}

/** The original prices as rows of a bulk conversion. */
export function rowsToConvert(corrected: readonly Mismatch[], replaced: Currency): BulkBody['rows'] {
  const currency = otherCurrency(replaced)
  const side = sideOf(currency)
  return corrected.map((mismatch) => ({ name: cleanName(mismatch.name), price: mismatch[side], currency }))
}

/** Whether a job has these rows. */
export const areRowsOf = (saved: readonly JobRow[], sent: BulkBody['rows']): boolean =>
  saved.length === sent.length &&
  saved.every(({ name, originalPrice, originalCurrency }, i) => {
    const row = sent[i]
    return name === row?.name && originalPrice === row.price && originalCurrency === row.currency
  })

/** Whether the server has converted each price to the amount that is written in the file. */
function haveExpectedAmounts(
  { rows }: BulkReply,
  corrected: readonly Mismatch[],
  replaced: Currency,
): boolean {
  const side = sideOf(replaced)
  return (
    rows.length === corrected.length &&
    rows.every(({ bgn, eur }, i) => {
      const amounts = { national: csvAmount(bgn), euro: csvAmount(eur) }
      return amounts[side] === corrected[i]!.expected[side]
    })
  )
}
