import { z } from 'zod'

/** What must be decided about a file before it is converted or checked. */
export const QUESTION_CODES = [
  'price_column',
  'hundredths',
  'other_money',
  'unit',
  'list',
  'ambiguous_prices',
  'currency',
  'totals',
  'other_currency_present',
  'both_currencies',
  'no_room',
  'pair_columns',
] as const

export type QuestionCode = (typeof QUESTION_CODES)[number]

/** Parameters of the query with which the same file is sent again. */
const answer = z.record(z.string(), z.string())

/** A question about a file. Each of `answers` is a set of query parameters that answers it; the suggested one comes first. */
export const fileQuestion = z.object({
  code: z.enum(QUESTION_CODES),
  message: z.string(),
  answers: z
    .array(answer)
    .describe('each answers the question, the suggested one first; empty where no column can be suggested'),
})

/** The same without a language. `text` is what the file says, such as a title or an example. */
export type OpenFileQuestion = {
  code: QuestionCode
  answers: Record<string, string>[]
  text?: string
}
