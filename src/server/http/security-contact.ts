import type { FastifyInstance } from 'fastify'
import { PRODUCT } from '#product/product.ts'
import { type Clock, DAY_MS, isoTime } from '../clock.ts'
import type { Env } from '../env.ts'

/** RFC 9116 asks for less than a year. */
const GOOD_FOR_MS = 300 * DAY_MS

/** To whom a weakness is reported (RFC 9116). A server that nobody has started anew for so long has nobody to answer. */
export function mountSecurityContact(app: FastifyInstance, { env, clock }: { env: Env; clock: Clock }): void {
  const text = securityTxt(env.publicOrigin ?? PRODUCT.origin, clock() + GOOD_FOR_MS)
  for (const path of ['/.well-known/security.txt', '/security.txt'])
    app.get(path, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(text),
    )
}

const securityTxt = (origin: string, expires: number): string =>
  [
    '# Found a weakness? Please tell us before others. Use an account of your own and no data of other people;',
    '# no floods, no letters to strangers. We answer within a working day.',
    `Contact: mailto:${PRODUCT.supportEmail}`,
    `Contact: ${origin}/en/contact`,
    `Expires: ${isoTime(expires)}`,
    'Preferred-Languages: bg, en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
