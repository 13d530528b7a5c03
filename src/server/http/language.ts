import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANG, LANGS, type Lang } from '#i18n/language.ts'

const MAX_LENGTH = 400

/** A weight: 0 to 1 with at most three decimals (RFC 9110, 12.4.2). */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * The language that the header prefers (RFC 9110, 12.5.4): of those that it does not refuse with `q=0` the one of the highest
 * weight, at equal weights the first listed. `en-GB` stands for `en`; `*` for every language that is not listed. The default
 * language where the header prefers none; another only if it refuses that. Reads 400 characters at most.
 */
export function preferredLang(acceptLanguage: string | undefined): Lang {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_LENGTH).split(',').flatMap(readRange)
  const choices = LANGS.map((lang) => {
    const named = ranges.filter(({ language }) => language === lang)
    const matching = named.length > 0 ? named : ranges.filter(({ language }) => language === '*')
    const weight = Math.max(-1, ...matching.map((range) => range.weight))
    return {
      lang,
      weight,
      place: ranges.findIndex((range) => matching.includes(range) && range.weight === weight),
    }
  })
  const [best] = choices
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  return (best ?? choices.find(({ weight }) => weight !== 0))?.lang ?? DEFAULT_LANG
}

/** The primary language and weight of `en-GB;q=0.8`; nothing for an invalid weight. */
function readRange(text: string): { language: string; weight: number }[] {
  const [tag = '', weight] = text.toLowerCase().split(/\s*;\s*q=/)
  const [language = ''] = tag.trim().split('-')
  if (weight === undefined) return [{ language, weight: 1 }]
  return WEIGHT.test(weight.trim()) ? [{ language, weight: Number(weight) }] : []
}

/** The language of responses and of emails that a request causes. */
export const langOf = (request: FastifyRequest): Lang => preferredLang(request.headers['accept-language'])
