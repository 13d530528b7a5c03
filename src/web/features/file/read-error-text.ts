import type { JsonItemError, ReadError } from '#pricelist/types.ts'
import type { PriceProblem } from '#pricelist/price-list.ts'
import { LIMITS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { JSON_EXAMPLE, otherFileText } from './other-file-text.ts'

type ErrorText = { title: string; text: string; items: string[] }

const UNREADABLE = {
  broken: m.unreadable_broken,
  encrypted: m.unreadable_encrypted,
  bomb: m.unreadable_bomb,
  'not-a-workbook': m.unreadable_not_a_workbook,
  'not-json': m.unreadable_not_json,
  'too-wide': m.unreadable_too_wide,
} satisfies Record<Extract<ReadError, { code: 'unreadable' }>['reason'], () => string>

const JSON_PROBLEM = {
  'not-an-object': m.json_not_an_object,
  'currency-missing': m.json_currency_missing,
  'currency-unknown': m.json_currency_unknown,
  'price-missing': m.json_price_missing,
  'price-not-positive': m.json_price_not_positive,
  'name-not-text': m.json_name_not_text,
  'name-too-long': m.json_name_too_long,
} satisfies Record<JsonItemError['problem'], () => string>

/** What happened to the file, and what to do about it. */
export function readErrorText(error: ReadError, fileName: string | null): ErrorText {
  const isJson = fileName?.toLowerCase().endsWith('.json') ?? false
  switch (error.code) {
    case 'unsupported-type':
      return {
        title: m.unsupported_type(),
        text: error.file ? otherFileText(error.file) : m.unsupported_type_hint(),
        items: [],
      }
    case 'too-big':
      return { title: m.unreadable(), text: m.too_big({ limit: error.limitBytes / 1024 / 1024 }), items: [] }
    case 'other-file':
      return { title: m.unreadable(), text: otherFileText(error.file), items: [] }
    case 'no-rows':
      if (error.isEmpty) return { title: m.no_rows(), text: m.file_empty(), items: [] }
      return {
        title: isJson ? m.no_rows_json() : m.no_rows(),
        text: isJson ? m.no_rows_json_hint({ example: JSON_EXAMPLE }) : m.no_rows_hint(),
        items: [],
      }
    case 'unknown-sheet':
      return { title: m.unreadable(), text: m.unreadable_unknown_sheet(), items: [] }
    case 'unreadable':
      return { title: m.unreadable(), text: UNREADABLE[error.reason](), items: [] }
    case 'json-items': {
      const items = error.errors.map(({ item, problem }) =>
        m.json_item({ item, problem: JSON_PROBLEM[problem]() }),
      )
      if (error.more > 0) items.push(m.json_more({ count: error.more }))
      return { title: m.unreadable(), text: m.json_items({ checked: LIMITS.jsonChecked }), items }
    }
  }
}

export const PRICE_PROBLEM = {
  'no-price': m.problem_no_price,
  'not-a-price': m.problem_not_a_price,
  ambiguous: m.problem_ambiguous,
  'not-positive': m.problem_not_positive,
  'too-large': m.problem_too_large,
  'unknown-currency': m.problem_unknown_currency,
  negative: m.problem_negative,
  range: m.problem_range,
  'other-currency': m.problem_other_currency,
  'two-prices': m.problem_two_prices,
  'no-number': m.problem_no_number,
  date: m.problem_date,
  percent: m.problem_percent,
  'cell-error': m.problem_cell_error,
  'out-of-place': m.problem_out_of_place,
} satisfies Record<PriceProblem, () => string>
