import type Stripe from 'stripe'
import { noSuch } from './api-error.ts'
import { expand, integer, object, optional, type Rule, text } from './parameters.ts'

const MAX_TIME_S = 99_999_999_999

const time = optional(integer(0, MAX_TIME_S))
const range = object({ gt: time, gte: time, lt: time, lte: time })

type Range = {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

const created: Rule<Range> = (value, param) => {
  if (typeof value !== 'string') return range(value, param)
  const exact = integer(0, MAX_TIME_S)(value, param)
  return { gte: exact, lte: exact }
}

/** What every list takes. */
export const LIST_PARAMS = {
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  ending_before: optional(text()),
  created: optional(created),
  expand,
}

type Page = {
  limit: number | undefined
  starting_after: string | undefined
  ending_before: string | undefined
  created: Range | undefined
}

const DEFAULT_LIMIT = 10

/** A page of objects that were made one after another, newest first. @throws {ApiError} for a page after no object */
export function pageOf<T extends { id: string; created: number }>(
  url: string,
  oldestFirst: readonly T[],
  { limit = DEFAULT_LIMIT, starting_after, ending_before, created }: Page,
): Stripe.ApiList<T> {
  const all = oldestFirst.filter((one) => isWithin(one.created, created)).toReversed()
  const placeOf = (id: string, param: string) => {
    const place = all.findIndex((one) => one.id === id)
    if (place === -1) throw noSuch('object', id, param)
    return place
  }
  if (ending_before !== undefined) {
    const end = placeOf(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : placeOf(starting_after, 'starting_after') + 1
  const data = all.slice(start, start + limit)
  return { object: 'list', data, has_more: start + data.length < all.length, url }
}

function isWithin(time: number, { gt, gte, lt, lte }: Range = {}): boolean {
  return (
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  )
}
