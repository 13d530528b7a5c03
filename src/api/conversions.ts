import { z } from 'zod'
import { done, endpoint } from './endpoint.ts'

/** An amount in its main unit with at most two decimals, or null where the row has none. */
const amount = z.number().min(0).nullable()

/** One row of a saved job. Status: `invalid` → invalid; else `bgn` or `eur` null → empty; else valid. */
export const jobRow = z.object({
  seq: z.int().min(1),
  name: z.string(),
  bgn: amount,
  eur: amount,
  invalid: z.boolean(),
  originalPrice: z.string(),
  originalCurrency: z.string(),
})

export type JobRow = z.output<typeof jobRow>

export const jobStats = z.object({
  totalRows: z.int(),
  validRows: z.int(),
  invalidRows: z.int(),
  emptyRows: z.int(),
  tokenCost: z.int(),
})

/** What rows were converted for: `correction`, to replace wrong prices in a file with both currencies. */
export const jobSource = z.enum(['upload', 'manual', 'correction'])

export type JobSource = z.output<typeof jobSource>

/** Which part of a file the rows are, where it is converted in two: the first prices, or those that were left. */
const jobPart = z.enum(['first', 'rest'])

export type JobPart = z.output<typeof jobPart>

export const job = jobStats.extend({
  id: z.string(),
  filename: z.string().nullable(),
  createdAt: z.string().describe('ISO 8601, UTC'),
  totals: z
    .object({ bgn: z.number().min(0), eur: z.number().min(0) })
    .nullable()
    .describe('sums of the amounts of all rows; null for a job that an earlier version saved'),
  source: jobSource
    .nullable()
    .describe('what the rows were converted for, as it was sent; null where none was, and for earlier jobs'),
  part: jobPart
    .nullable()
    .describe('which part of a file the rows are, as it was sent: `first` or `rest`; null for a whole file'),
})

export type Job = z.output<typeof job>

const bulkRow = z.object({
  name: z.string().optional(),
  price: z.union([z.string(), z.number()]).nullish(),
  currency: z.string(),
})

/**
 * The body of a bulk conversion. The server parses it without this schema and validates every row: a row of a
 * wrong shape makes an invalid row, not an error; a `rows` that is no array, or a `filename` that is no text,
 * is `bad_request`.
 */
export const bulkBody = z.object({
  rows: z.array(bulkRow),
  filename: z.string().nullish(),
  source: jobSource.optional(),
  part: jobPart.optional(),
})

export type BulkBody = z.input<typeof bulkBody>

export const bulkReply = z.object({
  rows: z.array(jobRow),
  newBalance: z.int().min(0),
  jobId: z.string(),
  job: z.object({ id: z.string() }),
  createdAt: z.string(),
  stats: jobStats.extend({
    zeroRows: z.int().describe('valid rows whose converted amount is 0.00; each takes a token'),
  }),
})

export type BulkReply = z.output<typeof bulkReply>

/** Repeats with the same key and the same body get the first answer and are charged once (CONV-11). */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

export const convertBulk = endpoint({
  method: 'POST',
  path: '/api/convert/bulk',
  access: 'user',
  apiKeyScope: 'convert',
  summary: 'Convert rows, one token for each valid row, and save them as a job',
  body: bulkBody,
  reply: bulkReply,
  errors: [
    'no_valid_rows',
    'too_many_rows',
    'too_many_invalid_rows',
    'not_enough_tokens',
    'daily_tokens_spent',
    'idempotency_conflict',
    'conversion_in_progress',
    'job_deleted',
  ],
})

const jobId = z.object({ id: z.string().max(64) })

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/convert/jobs',
  access: 'user',
  apiKeyScope: 'read',
  summary: 'List the saved jobs, newest first',
  reply: z.object({ jobs: z.array(job) }),
  errors: [],
})

export const getJob = endpoint({
  method: 'GET',
  path: '/api/convert/jobs/:id',
  access: 'user',
  apiKeyScope: 'read',
  summary: 'Get a saved job with its rows',
  params: jobId,
  reply: z.object({ job, rows: z.array(jobRow) }),
  errors: [],
})

export const deleteJob = endpoint({
  method: 'DELETE',
  path: '/api/convert/jobs/:id',
  access: 'user',
  summary: 'Delete a saved job',
  params: jobId,
  reply: done,
  errors: [],
})
