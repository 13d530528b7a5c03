import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const CLIENT = join(import.meta.dirname, '../../../build/client')

/** Paths of the built site that users open; empty where it is not built. */
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

const files = new Map<string, Buffer>()

/** The bytes of a file as built. */
export function bytesAt(address: string, encoding: string | undefined): Buffer {
  const name = address.startsWith('/assets/') ? address : join(address, 'index.html')
  const path = join(CLIENT, name + (encoding === undefined ? '' : `.${encoding}`))
  const bytes = files.get(path) ?? readFileSync(path)
  files.set(path, bytes)
  return bytes
}
