import type { BulkBody, BulkReply } from '#api/conversions.ts'
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
import { BulkSubmitter } from '../bulk/submit.ts'
import { randomId } from '../storage/identity.ts'
import type { ConvertOptions } from '../types.ts'
import type { CorrectionOffer, CorrectOutcome } from './types.ts'

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
  /** The request body that charges it, and its idempotency key; both empty where nothing can be charged. */
  readonly body: string
  readonly key: string
}

/**
 * Corrected files (CHECK-04). Each is written first, so that nothing is charged for one that cannot be made, and given out
 * when the server has charged the prices and answered with the same amounts.
 */
export class Corrections {
  readonly #submitter = new BulkSubmitter('correcting')
  #restored: Promise<void> | undefined
  #prepared: Promise<Prepared> | undefined
  #preparedFor: { source: CheckedSource; replaced: Currency } | undefined
  /** Owner and key of the files that are charged: they are given again at no cost. */
  readonly #charged = new Set<string>()
  /** Keys that the server has no job for any more, and those that replace them. */
  readonly #newKeys = new Map<string, string>()

  /** What the corrected file would be. Sends nothing. */
  async offer(source: CheckedSource, replaced: Currency, owner: string): Promise<CorrectionOffer> {
    const { written, key } = await this.#prepare(source, replaced)
    const { corrected, kept, format } = written
    const pendingOwner = this.#submitter.ownerOf(key)
    return {
      prices: corrected.length,
      isOverLimit: corrected.length > LIMITS.bulkRows,
      kept,
      format,
      isCharged: this.#isCharged(owner, key),
      hasPendingSubmission: pendingOwner !== null && (pendingOwner === owner || pendingOwner === ''),
    }
  }

  /** Charges one token for each corrected price, once, and gives the file. */
  async correct(
    source: CheckedSource,
    replaced: Currency,
    options: Omit<ConvertOptions, 'first'>,
  ): Promise<CorrectOutcome> {
    const prepared = await this.#prepare(source, replaced)
    const { written, body, key } = prepared
    const { owner } = options
    if (this.#isCharged(owner, key)) return { outcome: 'corrected', file: written.file, balance: null }
    if (body === '' || written.corrected.length > LIMITS.bulkRows) return { outcome: 'not-sent' }
    const result = await this.#submitter.send(body, this.#newKeys.get(key) ?? key, options)
    if (result.outcome === 'converted') {
      if (!haveExpectedAmounts(result.reply, written.corrected, replaced)) return { outcome: 'differs' }
      this.#charged.add(chargedKey(owner, key))
      return { outcome: 'corrected', file: written.file, balance: result.reply.newBalance }
    }
    // The job of this key was deleted: the next attempt is a new conversion.
    if (result.outcome === 'rejected' && result.status === 409 && result.code !== 'conversion_in_progress')
      this.#newKeys.set(key, randomId())
    return result
  }

  #isCharged(owner: string, key: string): boolean {
    return this.#charged.has(chargedKey(owner, key))
  }

  /** The last file is kept until another one is asked for: it is offered, charged and given again. */
  #prepare(source: CheckedSource, replaced: Currency): Promise<Prepared> {
    const last = this.#preparedFor
    if (this.#prepared && last?.source === source && last.replaced === replaced) return this.#prepared
    const prepared = this.#write(source, replaced)
    this.#preparedFor = { source, replaced }
    this.#prepared = prepared
    prepared.catch(() => {
      if (this.#prepared === prepared) this.#prepared = undefined
    })
    return prepared
  }

  async #write(source: CheckedSource, replaced: Currency): Promise<Prepared> {
    await (this.#restored ??= this.#submitter.restore())
    // The code of all formats' writers: only files with mismatches need it.
    const { correctedFile } = await import('#reports/corrected-file.ts')
    const { bytes, file, columns, fileName, check } = source
    const { mismatches } = check
    const written = await correctedFile({ bytes, file, columns, mismatches, replaced })
    const body = written.corrected.length === 0 ? '' : bodyOf(written.corrected, replaced, fileName)
    return { source, replaced, written, body, key: await keyOf(body) }
  }
}

const chargedKey = (owner: string, key: string): string => `${owner} ${key}`

/**
 * The same corrections have the same key, so that an account is charged for them once, however often it asks: also after
 * a lost response, a reload and on another device.
 */
const keyOf = async (body: string): Promise<string> =>
  (await sha256Hex(new TextEncoder().encode(body))) ?? randomId()

/** The original prices as rows of a bulk conversion. */
function bodyOf(corrected: readonly Mismatch[], replaced: Currency, filename: string): string {
  const currency = otherCurrency(replaced)
  const side = sideOf(currency)
  const rows = corrected.map((mismatch) => ({
    name: cleanName(mismatch.name),
    price: mismatch[side],
    currency,
  }))
  return JSON.stringify({ rows, filename, source: 'upload' } satisfies BulkBody)
}

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
