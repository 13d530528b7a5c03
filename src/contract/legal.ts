import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/api/legal/accept',
  access: 'anyone',
  summary: 'Record that a version of the terms was accepted; kept for signed-in users',
  body: z.object({ version: z.string().max(32) }),
  reply: z.object({ ok: z.literal(true) }),
  refusals: ['unknown_terms_version'],
})
