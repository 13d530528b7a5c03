import { z } from 'zod'
import { CURRENCY_CODES } from '#money/currency.ts'
import { LIMITS } from '#product/limits.ts'
import { endpoint } from './endpoint.ts'
import { FILE_WARNINGS } from './file-warnings.ts'
import { fileBytes } from './stored-files.ts'

const SYNC_ROWS = LIMITS.syncFileRows.toLocaleString('en')

const column = z.string().min(1).max(500)
const currency = z.enum(CURRENCY_CODES)

/** How a file is read, in the query of the request. What is absent is taken from the recipe, else detected. */
const readingChoices = z.object({
  name: z.string().max(300).optional().describe('the file name, where the file is the whole body'),
  sheet: z.string().max(500).optional().describe('which sheet, list or file of an archive'),
  header: z
    .string()
    .regex(/^(?:none|[1-9]\d{0,6})$/)
    .optional()
    .describe('number of the header row, or `none`'),
  encoding: z.string().max(20).optional(),
  delimiter: z.string().max(20).optional().describe('`comma`, `semicolon`, `tab` or `pipe`'),
  ambiguous: z
    .enum(['decimal', 'thousands'])
    .optional()
    .describe('how prices such as `12,500` are read, where the file does not tell'),
  webhook: z
    .string()
    .optional()
    .describe('an https address that is told when a background file is completed; only with an API key'),
})

const convertChoices = readingChoices.extend({
  from: currency.optional().describe('currency of prices that name none'),
  allIn: currency.optional().describe('currency of every price, whatever the file says'),
  to: currency.optional().describe('prices in this currency are left as they are'),
  place: z
    .enum(['after', 'end', 'replace'])
    .optional()
    .describe('where the new prices go: after each old one (the default), at the end, or in its place'),
  totals: z.enum(['omit', 'keep', 'convert']).optional().describe('how rows that are totals are treated'),
  mixed: z
    .enum([...CURRENCY_CODES, 'mark'])
    .optional()
    .describe('with `place=replace`: how a column with prices in both currencies is replaced'),
  price: z
    .union([column, z.array(column).max(50)])
    .optional()
    .describe('title or letter of the price column; may be repeated'),
})

const checkChoices = readingChoices.extend({
  bgn: column.optional().describe('title or letter of the column with lev prices; goes with `eur`'),
  eur: column.optional(),
  direction: z.enum(['either', 'bgn-eur', 'eur-bgn']).optional().describe('which price is the original'),
})

export type ConvertFileChoices = z.output<typeof convertChoices>
export type CheckFileChoices = z.output<typeof checkChoices>

/** The body of a request with a file: a form, or the bytes of the file alone. The server parses it in a thread. */
export const fileBody = z.object({
  file: z.file(),
  recipe: z
    .string()
    .optional()
    .describe('a document of choices, as the page and `levro --save-recipe` save it'),
})

/** Facts about a file that is sent back, as response headers. */
export const FILE_HEADERS = {
  'levro-job': 'Id of the saved job',
  'levro-tokens-charged': 'Tokens that were charged for it',
  'levro-tokens-left': 'Balance after that',
  'levro-warnings': `Codes of what is to be known about the file, separated by commas:\n${Object.entries(
    FILE_WARNINGS.en,
  )
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n')}`,
} as const

export const convertFile = endpoint({
  method: 'POST',
  path: '/api/v1/files',
  access: 'user',
  apiKeyScope: 'convert',
  summary: `Convert a file: the same file comes back with the new prices, one token for each price. Above ${SYNC_ROWS} rows it is converted in the background`,
  params: convertChoices,
  body: fileBody,
  reply: fileBytes,
  errors: [
    'file_unreadable',
    'file_undecided',
    'invalid_choice',
    'no_prices',
    'invalid_webhook',
    'too_many_rows',
    'too_many_invalid_rows',
    'not_enough_tokens',
    'daily_tokens_spent',
    'idempotency_conflict',
    'too_many_files',
  ],
})

const price = z.string()

const pairLine = z.object({
  row: z.int().describe('line in the file'),
  name: z.string(),
  bgn: price,
  eur: price,
  expectedBgn: price,
  expectedEur: price,
  differenceBgn: price,
  differenceEur: price,
  direction: z.string(),
  bgnColumn: z.string(),
  eurColumn: z.string(),
})

export const checkReport = z.object({
  file: z.string(),
  direction: z.string(),
  pairs: z.array(z.object({ bgn: z.string(), eur: z.string(), columns: z.array(z.string()) })),
  summary: z.object({
    checked: z.int(),
    exact: z.int(),
    off: z.int(),
    offByOne: z.int(),
    unrounded: z
      .int()
      .describe(
        'pairs whose wrong price (the lev price with the direction eur-bgn, else the euro price) has more than two decimals and would be right if rounded',
      ),
    sumOfDifferencesBgn: price.describe('sum of the absolute values of the differences in lev'),
    sumOfDifferencesEur: price.describe('sum of the absolute values of the differences in euro'),
    notChecked: z.int(),
    reasons: z.record(z.string(), z.int()),
    largest: pairLine.nullable(),
  }),
  mismatches: z.array(pairLine),
  missing: z.array(
    pairLine
      .pick({ row: true, name: true, bgn: true, eur: true, bgnColumn: true, eurColumn: true })
      .extend({ reason: z.string() }),
  ),
})

export const checkFile = endpoint({
  method: 'POST',
  path: '/api/v1/files/check',
  access: 'user',
  apiKeyScope: 'check',
  summary: `Check a file with prices in both currencies: every pair that is not exact to the cent. Free; above ${SYNC_ROWS} rows in the background`,
  params: checkChoices,
  body: fileBody,
  reply: checkReport,
  errors: [
    'file_unreadable',
    'file_undecided',
    'invalid_choice',
    'no_prices',
    'invalid_webhook',
    'too_many_rows',
    'idempotency_conflict',
    'too_many_files',
  ],
})
