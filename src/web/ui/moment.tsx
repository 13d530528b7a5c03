import { useLang } from '../i18n/lang.ts'

/** A time of day as the reader writes it. With seconds, two of the same minute are told apart. */
export function useMomentText(): (at: string) => string {
  const lang = useLang()
  const format = new Intl.DateTimeFormat(lang === 'bg' ? 'bg-BG' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  return (at) => format.format(new Date(at))
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{useMomentText()(at)}</time>
}
