import { useId } from 'react'
import { DELIMITERS, ENCODINGS } from '#table/text-source.ts'
import { otherSheets } from '#formats/format.ts'
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

type Props = {
  file: FileSummary
  /** Names of other sheets with data. */
  unread?: readonly string[]
  /** The letters may be wrong, so what decides them is in sight. */
  isDoubtful?: boolean
  onRead: (change: FileChoices) => void
}

/** Shows encoding, delimiter and sheet as detected; each can be changed (BULK-16, BULK-17). */
export function FileDetails({ file, unread = otherSheets(file), isDoubtful = false, onRead }: Props) {
  const { encoding, delimiter, sheet, sheets, packing } = file
  const chosen = sheet === undefined ? {} : { sheet }
  const areLists = packing?.kind === 'zip' && sheet?.startsWith(packing.entry) === true
  const unreadId = useId()
  if (encoding === undefined && (sheets?.length ?? 0) < 2) return null
  return (
    <div className="grid min-w-0 gap-2">
      {sheets !== undefined && sheets.length > 1 && (
        <Select
          inline
          label={areLists ? m.file_in_archive() : m.file_sheet()}
          value={sheet ?? ''}
          options={sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? m.sheet_hidden({ name }) : name,
          }))}
          aria-describedby={unread.length > 0 ? unreadId : undefined}
          onPick={(value) => onRead({ sheet: value })}
        />
      )}
      {unread.length > 0 && (
        <p id={unreadId} className="self-center wrap-anywhere text-muted" data-testid="unread-sheets">
          {(areLists ? m.lists_unread : m.sheets_unread)({ sheets: quoteSheets(unread) })}
        </p>
      )}
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

const quoteSheets = (sheets: readonly string[]): string =>
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
