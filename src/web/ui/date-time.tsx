import { LANGUAGES } from '#i18n/language.ts'
import { useLang } from '../routing/location.ts'

/** A time as the reader writes it. `medium` has seconds, which tell two of the same minute apart. */
export function useDateTimeText(timeStyle: 'short' | 'medium'): (at: string) => string {
  const lang = useLang()
  const format = new Intl.DateTimeFormat(LANGUAGES[lang].tag, {
    dateStyle: 'medium',
    timeStyle,
  })
  return (at) => format.format(new Date(at))
}

export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{useDateTimeText('medium')(at)}</time>
}
