import { z } from 'zod'
import * as accounts from '#api/auth.ts'
import * as recovery from '#api/auth.ts'
import * as checkout from '#api/payments.ts'
import * as conversions from '#api/conversions.ts'
import type { Endpoint } from '#api/endpoint.ts'
import * as legal from '#api/site.ts'
import * as support from '#api/site.ts'
import * as settings from '#api/account.ts'

const MODULES = [accounts, checkout, conversions, legal, recovery, settings, support]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** All endpoints, so that new ones are attacked too. */
export const ENDPOINTS: Endpoint[] = MODULES.flatMap((module) => Object.values(module)).filter(isEndpoint)

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Endpoints that need a session. */
export const OF_USERS = ENDPOINTS.filter(({ access }) => access === 'user')

export const CHANGING = ENDPOINTS.filter(({ method }) => method !== 'GET')

/** The path with an id that does not exist. */
export const pathOf = ({ path }: Endpoint, id = '00000000-0000-7000-8000-000000000000'): string =>
  path.replace(':id', id)

/** The keys of an endpoint's body. */
export const keysOf = ({ body }: Endpoint): string[] =>
  body instanceof z.ZodObject ? Object.keys(body.shape) : []
