import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getDescription = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  summary: 'This description of every call (OpenAPI 3.1)',
  reply: z.looseObject({ openapi: z.literal('3.1.1') }),
  refusals: [],
})
