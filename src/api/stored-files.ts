import { z } from 'zod'
import { done, endpoint, time } from './endpoint.ts'

/** A file that is converted or checked in the background. `GET /api/v1/files/:id` and webhooks send it. */
export const fileState = z.object({
  id: z.string(),
  kind: z.enum(['convert', 'check']),
  state: z
    .enum(['waiting', 'running', 'done', 'failed'])
    .describe('`done` and `failed` are final; only `done` has a result'),
  filename: z.string(),
  rows: z.int(),
  createdAt: time,
  completedAt: time.nullable(),
  deletedAt: time.nullable().describe('when its files will be deleted, or were; null until it is completed'),
  jobId: z.string().nullable().describe('the saved job of a conversion'),
  tokens: z.int().describe('charged'),
  error: z
    .object({ code: z.string(), error: z.string() })
    .loose()
    .nullable()
    .describe('why it failed, as an error response says it; nothing was charged'),
})

export type FileState = z.output<typeof fileState>

const fileId = z.object({ id: z.string().max(64) })

/** A response that is a file. */
export const fileBytes = z.file()

export const getFile = endpoint({
  method: 'GET',
  path: '/api/v1/files/:id',
  access: 'user',
  apiKeyScope: ['convert', 'check', 'read'],
  summary: 'Get the state of a file that is converted or checked in the background',
  params: fileId,
  reply: fileState,
  errors: [],
})

export const getFileResult = endpoint({
  method: 'GET',
  path: '/api/v1/files/:id/result',
  access: 'user',
  apiKeyScope: ['convert', 'check', 'read'],
  summary: 'Download the converted file, or the report of a check, until 24 hours after its completion',
  params: fileId,
  reply: fileBytes,
  errors: ['file_not_ready', 'file_failed', 'file_deleted'],
})

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/api/v1/files/:id',
  access: 'user',
  apiKeyScope: ['convert', 'check'],
  summary: 'Delete the files at once. What has not been charged is cancelled; a saved job stays',
  params: fileId,
  reply: done,
  errors: [],
})
