import { m } from '#i18n/messages/messages.js'

/** What a column of the file is called where it has no title. */
export const titleOfColumn = (index: number, title = ''): string =>
  title || m.column_number({ number: index + 1 })
