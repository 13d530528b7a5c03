import { m } from '#i18n/messages/messages.js'

/** The name of a download of the check: `prices.csv` → `prices-check.pdf`. */
export const checkFileName = (source: string, extension: string): string =>
  `${source.replace(/\.[^.]*$/, '')}-${m.check_file_suffix()}.${extension}`
