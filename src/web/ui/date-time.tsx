import { LANGUAGES } from '#i18n/language.ts'
import { useLang } from '../routing/location.ts'

/** Formats a time in the reader's language. */
export function useDateTimeText(): (at: string) => string {
  const lang = useLang()
  const format = new Intl.DateTimeFormat(LANGUAGES[lang].tag, { dateStyle: 'medium', timeStyle: 'short' })
  return (at) => format.format(new Date(at))
}

export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{useDateTimeText()(at)}</time>
}
