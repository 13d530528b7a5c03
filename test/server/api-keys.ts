import { createApiKey } from '#api/api-keys.ts'
import type { BodyOf, ReplyOf } from '#api/endpoint.ts'
import type { TestServer } from '../harness.ts'
import type { Client } from './client.ts'
import { confirmAddressOf } from './second-factors.ts'

type Settings = Partial<BodyOf<typeof createApiKey>>

/** Creates an API key for a signed-in client, whose address is confirmed; by default with every scope. */
export async function addedApiKey(
  server: Pick<TestServer, 'db'>,
  user: Client,
  settings: Settings = {},
): Promise<ReplyOf<typeof createApiKey>> {
  await confirmAddressOf(server, user)
  const body = { name: 'Магазин', scopes: ['convert', 'read'], ...settings }
  return (await user.call(createApiKey, { body })).reply
}

/** The headers of a request with an API key. */
export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
