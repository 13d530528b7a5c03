import { useId } from 'react'
import { DELIMITERS, ENCODINGS } from '#table/text-source.ts'
import { type SheetKind, otherSheets, readPartOf } from '#formats/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { Select } from '../../ui/field.tsx'
import { DetailsChevron } from '../../ui/icon.tsx'
import type { FileChoices, FileSummary } from '#reports/types.ts'
import type { Shop } from '#pricelist/columns/shop-exports.ts'

const KB = 1024
const MB = 1024 * KB

function formatFileSize(bytes: number, lang: Lang): string {
  const [unit, size] = bytes < MB ? ['KB', Math.max(bytes / KB, 0.1)] : ['MB', bytes / MB]
  return `${new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(size)}\u00a0${unit}`
}

/** `prices.csv · CSV · WooCommerce · 12 KB`. `shop` is the shop system that exported the file, where it is known. */
export const fileDescription = ({ name, format, size }: FileSummary, lang: Lang, shop?: string): string =>
  [name, format.toUpperCase(), shop, formatFileSize(size, lang)].filter(Boolean).join(' · ')

const DELIMITER_NAME = {
  '\t': m.delimiter_tab,
  ';': m.delimiter_semicolon,
  '|': m.delimiter_pipe,
  ',': m.delimiter_comma,
}

/** Stays open when the file is read again. */
let isOpened = false

type SheetChoiceProps = {
  file: FileSummary
  /** Names of other sheets with data. */
  unread: readonly string[]
  /** Undefined where the file is not there to be read again. */
  onRead: ((change: FileChoices) => void) | undefined
}

/** What the sheets of a file are called. */
export const SHEET_LABEL = {
  sheet: m.file_sheet,
  file: m.file_in_archive,
  list: m.file_list,
} satisfies Record<SheetKind, () => string>

const UNREAD = {
  sheet: m.sheets_unread,
  file: m.archive_unread,
  list: m.lists_unread,
} satisfies Record<SheetKind, (names: { sheets: string }) => string>

/** Which sheet of a workbook, file of an archive or list of JSON is read, the choice of another, and which are not read (BULK-17). */
export function SheetChoice({ file, unread, onRead }: SheetChoiceProps) {
  const unreadId = useId()
  const part = readPartOf(file)
  if (part === undefined) return null
  const { kind, name } = part
  const { sheets = [], equalSheets = [] } = file
  return (
    <>
      {onRead !== undefined && sheets.length > 1 ? (
        <Select
          inline
          label={SHEET_LABEL[kind]()}
          value={name}
          options={sheets.map(({ name: value, hidden }) => ({
            value,
            label: hidden ? m.sheet_hidden({ name: value }) : value,
          }))}
          aria-describedby={unread.length > 0 ? unreadId : undefined}
          onPick={(value) => onRead({ sheet: value })}
        />
      ) : (
        <p className="wrap-anywhere text-muted">
          {SHEET_LABEL[kind]()}: {name}
        </p>
      )}
      {unread.length > 0 && (
        <p
          id={unreadId}
          className={`min-w-0 self-center wrap-anywhere ${equalSheets.length > 0 ? 'text-ask' : 'text-muted'}`}
          data-testid="unread-sheets"
        >
          {equalSheets.length > 0
            ? m.lists_equal({ sheets: quoteSheets(equalSheets) })
            : UNREAD[kind]({ sheets: quoteSheets(unread) })}
        </p>
      )}
    </>
  )
}

type Props = {
  file: FileSummary
  /** Whether the choice of the sheet is elsewhere. */
  isSheetElsewhere?: boolean
  /** The letters may be wrong, so what decides them is in sight. */
  isDoubtful?: boolean
  onRead: (change: FileChoices) => void
}

/** Shows encoding, delimiter and sheet as detected; each can be changed (BULK-16, BULK-17). */
export function FileDetails({ file, isSheetElsewhere = false, isDoubtful = false, onRead }: Props) {
  const { encoding, delimiter, sheet } = file
  const chosen = sheet === undefined ? {} : { sheet }
  const isSheetShown = !isSheetElsewhere && readPartOf(file) !== undefined
  if (encoding === undefined && !isSheetShown) return null
  return (
    <div className="grid min-w-0 gap-2">
      {isSheetShown && <SheetChoice file={file} unread={otherSheets(file)} onRead={onRead} />}
      {encoding !== undefined && (
        <details
          className="group"
          onToggle={(event) => {
            isOpened = event.currentTarget.open
          }}
          open={isOpened || isDoubtful || file.warnings.some(({ code }) => code === 'undecodable-bytes')}
        >
          <summary className="flex min-h-9 items-center gap-1.5 text-muted pointer-coarse:min-h-11">
            {m.read_garbled()}
            <DetailsChevron className="size-4" />
          </summary>
          <div className="flex flex-wrap gap-x-6 gap-y-2 py-1">
            <Select
              inline
              label={m.file_encoding()}
              value={encoding}
              options={ENCODINGS.map((value) => ({ value, label: value }))}
              onPick={(value) => onRead({ ...chosen, encoding: value as typeof encoding })}
            />
            {delimiter !== undefined && (
              <Select
                inline
                label={m.file_delimiter()}
                value={delimiter}
                options={DELIMITERS.map((value) => ({ value, label: DELIMITER_NAME[value]() }))}
                onPick={(value) => onRead({ ...chosen, delimiter: value as typeof delimiter })}
              />
            )}
          </div>
        </details>
      )}
    </div>
  )
}

const MAX_SHEETS_NAMED = 6

/** The first of the names, quoted. */
export const quoteSheets = (sheets: readonly string[]): string =>
  sheets
    .slice(0, MAX_SHEETS_NAMED)
    .map((name) => m.sheet_quoted({ name }))
    .join(', ') + (sheets.length > MAX_SHEETS_NAMED ? ', …' : '')

/** Brand names, the same in every language. */
export const SHOP_NAMES = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  opencart: 'OpenCart',
  prestashop: 'PrestaShop',
  magento: 'Magento',
  cloudcart: 'CloudCart',
  microinvest: 'Microinvest',
  google: 'Google Merchant Center',
  pazaruvaj: 'Pazaruvaj',
} satisfies Record<Shop, string>
