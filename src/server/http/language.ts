import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANG, LANGS, type Lang } from '#i18n/language.ts'

const MAX_LENGTH = 200

/** The language whose tag (`en`, `en-…`) has the highest quality, else the default one. Reads 200 characters at most. */
export function preferredLang(acceptLanguage: string | undefined): Lang {
  let best = { tag: '', quality: 0 }
  for (const part of (acceptLanguage ?? '').slice(0, MAX_LENGTH).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = Number(parameters.find((p) => p.startsWith('q='))?.slice(2) ?? 1)
    if (quality > best.quality) best = { tag, quality }
  }
  const [language] = best.tag.split('-')
  return LANGS.find((lang) => lang === language) ?? DEFAULT_LANG
}

/** The language of responses and of emails that a request causes. */
export const langOf = (request: FastifyRequest): Lang => preferredLang(request.headers['accept-language'])
