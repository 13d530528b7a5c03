import { createHash } from 'node:crypto'
import { getDescription } from '#api/description.ts'
import { openapiDocument } from '#api/openapi.ts'
import { type Api, mount } from './routes.ts'

type Site = Parameters<typeof openapiDocument>[0]

/** Made once, when it is first asked for: until the server listens its own address is not known. */
export function mountDescription(api: Api, site: () => Site): void {
  let made: { content: Buffer; tag: string } | undefined

  mount(api, getDescription, async ({ request, reply }) => {
    made ??= make(site())
    reply.header('cache-control', 'public, no-cache').header('etag', made.tag)
    if (request.headers['if-none-match'] !== made.tag) return { content: made.content }
    reply.status(304)
    return { content: Buffer.alloc(0) }
  })
}

function make(site: Site) {
  const content = Buffer.from(JSON.stringify(openapiDocument(site)))
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return { content, tag }
}
