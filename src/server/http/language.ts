import type { FastifyRequest } from 'fastify'
import type { Lang } from '#i18n/language.ts'

const MAX_LENGTH = 200

/** English when `en` or `en-…` has the highest quality, Bulgarian otherwise. Reads 200 characters at most. */
export function preferredLang(acceptLanguage: string | undefined): Lang {
  let best = { tag: '', quality: 0 }
  for (const part of (acceptLanguage ?? '').slice(0, MAX_LENGTH).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = Number(parameters.find((p) => p.startsWith('q='))?.slice(2) ?? 1)
    if (quality > best.quality) best = { tag, quality }
  }
  return /^en(-|$)/.test(best.tag) ? 'en' : 'bg'
}

/** The language of responses and of emails that a request causes. */
export const langOf = (request: FastifyRequest): Lang => preferredLang(request.headers['accept-language'])
