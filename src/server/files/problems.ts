import type { ErrorParams } from '#api/error-messages.ts'
import type { ErrorCode } from '#api/errors.ts'
import type { OpenFileQuestion } from '#api/file-question.ts'
import type { FileReason } from '#api/file-reasons.ts'
import type { CheckProblem } from '#files/check.ts'
import { uniqueName } from '#files/column-names.ts'
import type { ChoiceProblem } from '#files/columns.ts'
import type { WritingProblem } from '#files/convert.ts'
import type { NothingToConvert, OpenQuestion } from '#files/preflight.ts'
import type { RecipeMisfit } from '#formats/recipe/apply.ts'
import type { ReadError, UnreadableReason } from '#formats/format.ts'
import { CURRENCY_CODES, type Currency, EURO, NATIONAL, otherCurrency } from '#money/currency.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import type { ColumnInfo, CurrencyConflict } from '#pricelist/types.ts'
import { columnName } from '#table/column-name.ts'
import type { InvalidChoice } from './choices.ts'

/** Why a file is not converted or checked, without a language. */
export type Refusal = { readonly ok: false; readonly code: ErrorCode; readonly params: ErrorParams }

const refusal = (code: ErrorCode, params: ErrorParams = {}): Refusal => ({ ok: false, code, params })

const MAX_TEXT = 200
const MAX_LISTED = 50

/** Of the file: shortened, on one line, and well-formed. */
const shortText = (text: string): string =>
  Array.from(text.toWellFormed().replaceAll(/[\s\p{Cc}]+/gu, ' '))
    .slice(0, MAX_TEXT)
    .join('')
    .trim()

const because = (code: ErrorCode, reason: FileReason, text?: string): Refusal =>
  refusal(code, { reason, ...(text !== undefined && { text: shortText(text) }) })

const undecided = (questions: OpenFileQuestion[]): Refusal => refusal('file_undecided', { questions })

export const unreadable = (reason: FileReason, text?: string): Refusal =>
  because('file_unreadable', reason, text)

export const invalidChoice = ({ reason, text }: Pick<InvalidChoice, 'reason' | 'text'>): Refusal =>
  because('invalid_choice', reason, text)

const UNREADABLE = {
  broken: 'broken',
  encrypted: 'encrypted',
  bomb: 'bomb',
  'not-a-workbook': 'not_a_workbook',
  'not-json': 'not_json',
  'json-comment': 'json_comment',
  'json-comma': 'json_comma',
  'too-wide': 'too_wide',
  'xml-entities': 'xml_entities',
} as const satisfies Record<UnreadableReason, FileReason>

export function readRefusal(error: ReadError): Refusal {
  switch (error.code) {
    case 'unreadable':
      return unreadable(UNREADABLE[error.reason])
    case 'too-big':
      return unreadable('too_big')
    case 'xml-fault':
      return unreadable('xml_fault', `${error.line}:${error.column}`)
    case 'unknown-sheet': {
      const names = error.sheets.map(({ name }) => name)
      return because('invalid_choice', 'unknown_sheet', names.slice(0, MAX_LISTED).join(', '))
    }
    case 'no-rows':
      return unreadable(error.lists === undefined ? 'no_rows' : 'json_no_prices')
    case 'json-items':
      return unreadable(
        'json_items',
        error.errors.map(({ item, problem }) => `${item}: ${problem}`).join('; '),
      )
    case 'other-file':
      // Of a form that is read, but without a table of prices.
      if (error.file.kind === 'web-page' || error.file.kind === 'zip') return unreadable('no_list')
      return unreadable('unsupported_type', error.file.format)
    case 'unsupported-type':
      return unreadable('unsupported_type', error.file?.format ?? '')
  }
}

export function choiceRefusal(problem: ChoiceProblem): Refusal {
  switch (problem.code) {
    case 'no-column':
      return because('invalid_choice', 'no_column', problem.wanted)
    case 'same-title':
      return because('invalid_choice', 'same_title', problem.wanted)
    case 'title-or-position':
      return refusal('invalid_choice', {
        reason: 'title_or_position',
        text: [problem.wanted, ...problem.names].map(shortText).join('\n'),
      })
    case 'no-header-row':
      return because('invalid_choice', 'no_header_row')
    case 'recipe-misfit':
      return because('invalid_choice', 'recipe_misfit', misfitColumn(problem.misfit))
  }
}

const misfitColumn = (misfit: RecipeMisfit): string =>
  'title' in misfit && misfit.title !== ''
    ? misfit.title
    : columnName('index' in misfit ? misfit.index : 'position' in misfit ? misfit.position - 1 : 0)

const NOTHING = {
  'in-wanted-currency': 'in_wanted_currency',
  'no-rows': 'no_rows',
  'no-valid-price': 'no_valid_price',
} as const satisfies Record<NothingToConvert, FileReason>

export const nothingRefusal = (why: NothingToConvert): Refusal => because('no_prices', NOTHING[why])

/** @param all the columns of the file, to name those that may be the price */
export function questionsRefusal(questions: readonly OpenQuestion[], all: readonly ColumnInfo[]): Refusal {
  const isAnswerable = questions.some(
    (one) => one.what !== 'columns' || one.candidates.length > 0 || all.some(({ isPriced }) => isPriced),
  )
  return isAnswerable
    ? undecided(questions.map((question) => openQuestion(question, all)))
    : because('no_prices', 'no_valid_price')
}

export const listsRefusal = (names: readonly string[]): Refusal => undecided([listQuestion(names)])

const listQuestion = (names: readonly string[]): OpenFileQuestion => ({
  code: 'list',
  answers: names.slice(0, MAX_LISTED).map((sheet) => ({ sheet })),
})

function openQuestion(question: OpenQuestion, all: readonly ColumnInfo[]): OpenFileQuestion {
  switch (question.what) {
    case 'columns':
      return columnQuestion(question, all)
    case 'unit':
      return {
        code: 'unit',
        answers: unitAnswers(question.columns, all).slice(0, MAX_LISTED),
        text: shortText(question.text),
      }
    case 'lists':
      return listQuestion(question.names)
    case 'ambiguous-prices':
      return {
        code: 'ambiguous_prices',
        answers: [{ ambiguous: 'decimal' }, { ambiguous: 'thousands' }],
        text: shortText(question.example),
      }
    case 'currency-conflict':
      return { code: 'currency', answers: currencyAnswers(question), text: shortText(question.stated.text) }
    case 'totals':
      return {
        code: 'totals',
        answers: [{ totals: 'omit' }, { totals: 'keep' }],
        text: shortText(question.example),
      }
  }
}

function columnQuestion(
  { question, candidates, otherMoney }: Extract<OpenQuestion, { what: 'columns' }>,
  all: readonly ColumnInfo[],
): OpenFileQuestion {
  const priced = all.filter(({ isPriced }) => isPriced)
  const possible = priced.length > 0 ? priced : all
  // Of a guess any other column with prices may be the one.
  const isGuess = candidates.length === 0 || question === 'no-price-title'
  const named = [...new Set([...candidates, ...(isGuess ? possible.map(({ index }) => index) : [])])]
  const answers = named.slice(0, MAX_LISTED).map((index) => ({ price: nameIn(all, index) }))
  const title = titleOf(all, named[0] ?? -1)
  if (question === 'hundredths')
    return { code: 'hundredths', answers, text: shortText(otherMoney?.text ?? title) }
  if (otherMoney !== undefined) return { code: 'other_money', answers, text: shortText(otherMoney.text) }
  return { code: 'price_column', answers }
}

/** That all prices are in whole units of a currency: nothing else can be answered. Hundredths are to be written so first. */
function unitAnswers(columns: readonly number[], all: readonly ColumnInfo[]): Record<string, string>[] {
  if (columns.length === 0) return CURRENCY_CODES.map((from) => ({ from }))
  return columns.flatMap((index) => {
    const price = nameIn(all, index)
    // `from` is the currency of prices that name none.
    const named = meaningOfHeader(titleOf(all, index)).currency
    return (named === undefined ? CURRENCY_CODES : [named]).map((from) => ({ price, from }))
  })
}

/**
 * Each lev column with each euro column, by what their titles name. There are none where fewer than two columns have prices,
 * or all are in one currency: then any column, or none, may be the other price.
 */
function pairAnswers({ all, guess }: Extract<CheckProblem, { code: 'no-pair-columns' }>) {
  const priced = all.flatMap(({ index, title, isPriced }) => {
    const { currency, isInHundredths } = meaningOfHeader(title)
    return isPriced && isInHundredths !== true ? [{ index, currency }] : []
  })
  const columnsOf = (currency: Currency) =>
    priced
      .filter((one) => one.currency !== otherCurrency(currency))
      .toSorted((one, other) => Number(isGuess(other.index)) - Number(isGuess(one.index)))
      .map(({ index }) => index)
  const isGuess = (index: number) => index === guess.national || index === guess.euro
  return columnsOf(NATIONAL).flatMap((bgn) =>
    columnsOf(EURO).flatMap((eur) => (bgn === eur ? [] : [{ bgn: nameIn(all, bgn), eur: nameIn(all, eur) }])),
  )
}

const titleOf = (all: readonly ColumnInfo[], index: number): string =>
  all.find((column) => column.index === index)?.title ?? ''

const nameIn = (all: readonly ColumnInfo[], index: number): string =>
  uniqueName(
    all.map((_, column) => titleOf(all, column)),
    index,
  )

/** What titles and number formats say is overruled only by a currency for all prices. */
function currencyAnswers({ taken, by, stated }: CurrencyConflict): Record<string, string>[] {
  const other = otherCurrency(taken)
  const isOneText = by !== undefined && by !== 'formats' && by.text === stated.text
  const isOpen = by === undefined || isOneText
  if (stated.where === 'between')
    return by === undefined ? [{ from: taken }, { from: stated.currency }] : [{ from: taken }]
  return [{ from: taken }, isOpen ? { from: other } : { allIn: other }]
}

export function writingRefusal(problem: WritingProblem): Refusal {
  switch (problem.code) {
    case 'both-kept':
      return undecided([{ code: 'other_currency_present', answers: [{ place: 'after' }, { place: 'end' }] }])
    case 'mixed-prices':
      return undecided([
        {
          code: 'both_currencies',
          answers: [{ mixed: 'EUR' }, { mixed: 'BGN' }, { mixed: 'mark' }],
        },
      ])
    case 'no-room':
      return problem.placement === 'replace'
        ? unreadable('no_room')
        : undecided([{ code: 'no_room', answers: [{ place: 'replace' }] }])
  }
}

export function checkRefusal(problem: CheckProblem): Refusal {
  switch (problem.code) {
    case 'same-column':
      return because('invalid_choice', 'same_column')
    case 'no-second-price':
      return because('no_prices', 'no_second_price', nameIn(problem.all, problem.only))
    case 'no-pair-columns':
      return undecided([{ code: 'pair_columns', answers: pairAnswers(problem).slice(0, MAX_LISTED) }])
    case 'no-column':
    case 'same-title':
    case 'title-or-position':
    case 'no-header-row':
    case 'recipe-misfit':
      return choiceRefusal(problem)
  }
}

export const ambiguousRefusal = (example: string): Refusal =>
  undecided([
    {
      code: 'ambiguous_prices',
      answers: [{ ambiguous: 'decimal' }, { ambiguous: 'thousands' }],
      text: shortText(example),
    },
  ])
