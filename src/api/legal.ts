import { z } from 'zod'
import { done, endpoint } from './endpoint.ts'

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/api/legal/accept',
  access: 'anyone',
  summary: 'Record that a version of the terms was accepted; kept for signed-in users',
  body: z.object({ version: z.string().max(32) }),
  reply: done,
  refusals: ['unknown_terms_version'],
})
