import { z } from 'zod'
import type { Endpoint } from '#api/endpoint.ts'
import { ENDPOINTS as TABLE } from '#api/endpoints.ts'

/** All endpoints, so that new ones are attacked too. */
export const ENDPOINTS = Object.values(TABLE).flatMap((group): Endpoint[] => Object.values(group))

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
