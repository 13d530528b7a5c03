import { DELIMITERS, ENCODINGS } from '#catalogue/catalogue.ts'
import type { Lang } from '#domain/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { Select } from '../ui/select.tsx'
import type { FileChoices, FileFacts } from './snapshot.ts'

const KB = 1024
const MB = 1024 * KB

function sizeText(bytes: number, lang: Lang): string {
  const [unit, size] = bytes < MB ? ['KB', Math.max(bytes / KB, 0.1)] : ['MB', bytes / MB]
  return `${new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(size)}\u00a0${unit}`
}

/** `prices.csv · CSV · WooCommerce · 12 KB`; the shop that the file is an export of where that is known. */
export const fileLine = ({ name, format, size }: FileFacts, lang: Lang, shop?: string): string =>
  [name, format.toUpperCase(), shop, sizeText(size, lang)].filter(Boolean).join(' · ')

const DELIMITER_NAME = {
  '\t': m.delimiter_tab,
  ';': m.delimiter_semicolon,
  '|': m.delimiter_pipe,
  ',': m.delimiter_comma,
}

type Props = { file: FileFacts; onRead: (change: FileChoices) => void }

/** How the bytes were read: shown, and changeable where the guess was wrong (BULK-16, BULK-17). */
export function FileDetails({ file, onRead }: Props) {
  const { encoding, delimiter, sheet, sheets } = file
  if (encoding === undefined && (sheets?.length ?? 0) < 2) return null
  return (
    <div className="flex min-w-0 flex-wrap gap-x-6 gap-y-2">
      {encoding !== undefined && (
        <Select
          inline
          label={m.file_encoding()}
          value={encoding}
          options={ENCODINGS.map((value) => ({ value, label: value }))}
          onPick={(value) => onRead({ encoding: value as typeof encoding })}
        />
      )}
      {delimiter !== undefined && (
        <Select
          inline
          label={m.file_delimiter()}
          value={delimiter}
          options={DELIMITERS.map((value) => ({ value, label: DELIMITER_NAME[value]() }))}
          onPick={(value) => onRead({ delimiter: value as typeof delimiter })}
        />
      )}
      {sheets !== undefined && sheets.length > 1 && (
        <Select
          inline
          label={m.file_sheet()}
          value={sheet ?? ''}
          options={sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? m.sheet_hidden({ name }) : name,
          }))}
          onPick={(value) => onRead({ sheet: value })}
        />
      )}
    </div>
  )
}
