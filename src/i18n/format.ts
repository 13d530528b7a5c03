import { LANGUAGES, type Lang } from './language.ts'

/** Formats dates in a language; the time zone is that of the device unless `options` names one. */
export const dateTimeFormat = (lang: Lang, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LANGUAGES[lang].tag, options)

/** @param time ISO 8601, or ms since 1970 */
export const formatDateTime = (
  time: string | number,
  lang: Lang,
  options: Intl.DateTimeFormatOptions,
): string => dateTimeFormat(lang, options).format(new Date(time))

/** The items as a phrase: 'a, b and c'. */
export const formatList = (items: readonly string[], lang: Lang): string =>
  new Intl.ListFormat(LANGUAGES[lang].tag).format(items)
