import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const CLIENT = join(import.meta.dirname, '../../../build/client')

/** Addresses of the built site that people come to; none where it is not built. */
export function siteAddresses(): { pages: string[]; assets: string[] } {
  const folder = join(CLIENT, 'assets')
  if (!existsSync(folder)) return { pages: [], assets: [] }
  return {
    pages: ['/', '/converter', '/pricing', '/login', '/en', '/en/converter', '/account'],
    assets: readdirSync(folder)
      .filter((name) => /\.(?:js|css)$/.test(name))
      .map((name) => `/assets/${name}`),
  }
}
