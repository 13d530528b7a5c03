import { z } from 'zod'
import { LIMITS } from '#product/limits.ts'
import { emailText } from './auth.ts'
import { done, endpoint } from './endpoint.ts'
import { CONTACT_TOPICS } from '#product/product.ts'

/** Upper bounds for parsing; the server rejects long values earlier with a message. */
export const contactBody = z.object({
  name: z.string().max(LIMITS.contactName * 4),
  email: emailText,
  topic: z.enum(CONTACT_TOPICS),
  message: z.string().max(LIMITS.contactMessage * 4),
  /** Honeypot, hidden on the page: only programs fill it in. */
  website: z.string().max(4096).optional(),
})

export const contact = endpoint({
  method: 'POST',
  path: '/api/support/contact',
  access: 'anyone',
  summary: 'Send a message to support. It is stored first, then emailed',
  body: contactBody,
  reply: done,
  errors: ['invalid_email', 'invalid_message', 'submission_blocked'],
})

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/api/legal/accept',
  access: 'anyone',
  summary: 'Record that a version of the terms was accepted. Stored for signed-in users only',
  body: z.object({ version: z.string().max(32) }),
  reply: done,
  errors: ['unknown_terms_version'],
})

export const getDescription = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  summary: 'Get this description of all endpoints (OpenAPI 3.1)',
  reply: z.looseObject({ openapi: z.literal('3.1.1') }),
  errors: [],
})
