import { EURO } from '#money/currency.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Columns, priceColumnsOf } from '#pricelist/types.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import { disambiguateTitles, withAmbiguityAnswer } from '#engine/bulk/choices.ts'
import { columnTitle } from '#reports/labels.ts'
import type { Currency } from '#money/currency.ts'
import type { RowsSummary } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { currencySign } from '#money/format.ts'
import { useLang } from '../../../routing/location.ts'
import { focusOn } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { currencyName, shortCurrencyName } from '../../results/currency-text.ts'
import { useReread } from '../use-reread.ts'
import { type SheetWidths, areHeadsShort } from './column-widths.ts'
import { type SheetColumn, columnKey, hasBothCurrencies, tintOf } from './columns.ts'

type FileColumn = Exclude<SheetColumn, { kind: 'converted' }>

type SheetHeadProps = {
  rows: RowsSummary
  columns: readonly SheetColumn[]
  target: Currency
  /** The currency that most prices are in. */
  source: Currency
  /** Nothing says that the prices are in lev. */
  isAssumed: boolean
  /** Whether the file is stored, so that it can be read by other columns. */
  canReread: boolean
  isConverting: boolean
  /** Of the line number and each column how far from the sides it stays. */
  stays: SheetWidths['stays']
}

/** The heads of the sheet: each column of the file with what it is taken for, in a menu to change it. */
export function SheetHead({
  rows,
  columns,
  target,
  source,
  isAssumed,
  canReread,
  isConverting,
  stays,
}: SheetHeadProps) {
  const areMixed = hasBothCurrencies(rows)
  const isKnown = rows.columnsKnown
  const lang = useLang()
  /** The title of the price of a converted column, where several have to be told apart. */
  const priceTitleOf = (nth: number | null): string | undefined => {
    const prices = columns.filter((column) => column.kind === 'price')
    const price = prices.length > 1 ? prices.find((column) => column.nth === nth) : undefined
    return price && titleOf(price)
  }
  return (
    <thead data-short={areHeadsShort(columns) || undefined} className="group/head">
      <tr>
        <th scope="col" className={`number ${stays[0] ? 'stays' : ''}`} style={stays[0]}>
          {m.sheet_line()}
        </th>
        {columns.map((column, i) => {
          const key = columnKey(column)
          const stay = stays[i + 1]
          const look = stay ? 'stays' : ''
          if (column.kind === 'converted') {
            const priceTitle = priceTitleOf(column.nth)
            return (
              <th
                key={key}
                scope="col"
                className={`amount ${areMixed ? 'bg-sunken' : isKnown ? tintOf(target) : ''} ${look}`}
                style={stay}
              >
                {areMixed ? (
                  <HeadText title={priceTitle ?? m.head_other_currency()} role={m.head_two_columns()} />
                ) : priceTitle !== undefined ? (
                  <HeadText title={`${priceTitle},\u00a0${currencySign(target, lang)}`} />
                ) : (
                  <HeadText
                    title={currencyName(target)}
                    shortTitle={shortCurrencyName(target)}
                    role={rows.file ? m.sheet_new() : m.sheet_new_typed()}
                    shortRole={rows.file ? m.sheet_new_short() : m.sheet_new_typed()}
                  />
                )}
              </th>
            )
          }
          const isPrice = column.kind === 'price'
          const isAmount = isPrice || (column.kind === 'other' && column.isPriced)
          return (
            <th
              key={key}
              scope="col"
              className={`${isAmount ? 'amount' : ''} ${isPrice && isKnown && !areMixed ? (source === EURO ? 'euro' : 'lev') : ''} p-0.5! ${look}`}
              style={stay}
            >
              {canReread && column.index !== null && rows.choices ? (
                <HeadMenu
                  column={{ ...column, index: column.index }}
                  rows={rows}
                  source={source}
                  isAssumed={isAssumed}
                  isConverting={isConverting}
                />
              ) : (
                <span className="block px-3 max-sm:px-1.5">
                  <HeadText title={titleOf(column)} {...rolesOf(column, rows, source, isAssumed)} />
                </span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const titleOf = (column: FileColumn): string =>
  column.title !== '' ? column.title : column.kind === 'price' ? m.column_price() : m.column_name()

/** What the column is taken for, in a word, and shorter where there is little room. */
function rolesOf(
  column: FileColumn,
  rows: RowsSummary,
  source: Currency,
  isAssumed: boolean,
): { role?: string; shortRole?: string } {
  // Without a title of its own it is headed by that word already.
  if (column.kind === 'name') return column.title === '' ? {} : { role: m.role_name() }
  if (column.kind === 'price' && !rows.columnsKnown) return { role: m.role_price_guess() }
  if (column.kind === 'price' && hasBothCurrencies(rows))
    return { role: m.role_price_mixed(), shortRole: m.role_price_mixed_short() }
  if (column.kind === 'price' && isAssumed)
    return { role: m.role_price_assumed(), shortRole: m.role_price_assumed_short() }
  if (column.kind === 'price')
    return source === EURO
      ? { role: rows.file ? m.role_price_eur() : m.role_typed_eur(), shortRole: m.role_price_eur_short() }
      : { role: rows.file ? m.role_price_bgn() : m.role_typed_bgn(), shortRole: m.role_price_bgn_short() }
  if (column.isCurrency) return { role: m.role_currency() }
  return { role: m.role_left() }
}

type HeadTextProps = {
  title: string
  /** On a phone, as is `shortRole`. */
  shortTitle?: string
  role?: string
  shortRole?: string
  hasMenu?: boolean
}

function HeadText({ title, shortTitle = title, role, shortRole = role, hasMenu = false }: HeadTextProps) {
  return (
    <>
      <span
        title={title.length > 8 ? title : undefined}
        className="line-clamp-2 font-bold max-sm:text-[0.8125rem] wrap-break-word whitespace-normal text-ink in-[.amount]:ms-auto in-[.euro]:text-euro in-[.lev]:text-national"
      >
        <ByWidth text={title} short={shortTitle} />
      </span>
      {/* It may reach into the room at the other side of its column. */}
      <span className="-me-2.5 block truncate text-[0.8125rem] font-medium in-[.amount]:-ms-2.5 in-[.amount]:me-0">
        {role !== undefined && <ByWidth text={role} short={shortRole ?? role} />}
        {hasMenu && <Icon name="chevron" className="ms-0.5 inline size-3.5 align-[-0.15em] print:hidden" />}
      </span>
    </>
  )
}

const ByWidth = ({ text, short }: { text: string; short: string }) =>
  short === text ? (
    text
  ) : (
    <>
      <span className="max-sm:hidden group-data-short/head:hidden">{text}</span>
      <span className="hidden max-sm:inline group-data-short/head:inline">{short}</span>
    </>
  )

type HeadMenuProps = {
  column: FileColumn & { index: number }
  rows: RowsSummary
  source: Currency
  isAssumed: boolean
  isConverting: boolean
}

type Choice = { label: string; hint?: string; isCurrent: boolean; columns: Columns }

const MENU_WIDTH = 280

/** Changes what a column is taken for: the price, one more price, the name, the currency, or nothing. */
function HeadMenu({ column, rows, source, isAssumed, isConverting }: HeadMenuProps) {
  const reread = useReread()
  // The same where the column is taken for another: the focus comes back to it.
  const id = `head-${column.index}`
  const [place, setPlace] = useState<{ left: number; top: number }>()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const close = () => setPlace(undefined)
  useDismissal(place !== undefined, menu, button, close)
  const title = titleOf(column)

  function open() {
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 }
    setPlace({ left: Math.max(8, Math.min(left, window.innerWidth - MENU_WIDTH - 8)), top: bottom + 6 })
    requestAnimationFrame(() => menu.current?.querySelector('button')?.focus())
  }

  async function choose(columns: Columns) {
    close()
    if (!rows.choices) return
    await reread.rows(withAmbiguityAnswer({ ...rows.choices, columns }, rows.choices), true)
    focusOn(id)
  }

  return (
    <>
      <button
        id={id}
        ref={button}
        type="button"
        disabled={isConverting}
        aria-expanded={place !== undefined}
        onClick={() => (place ? close() : open())}
        className="block w-full rounded-small px-3 py-1 text-inherit enabled:hover:bg-ink/6 max-sm:px-1.5 aria-expanded:bg-ink/6 print:block! [text-align:inherit]"
      >
        <HeadText title={title} {...rolesOf(column, rows, source, isAssumed)} hasMenu />
        <span className="sr-only">, {m.head_menu({ column: title })}</span>
      </button>
      {place && (
        <div
          ref={menu}
          role="group"
          aria-label={m.head_menu({ column: title })}
          style={{
            left: place.left,
            top: place.top,
            width: MENU_WIDTH,
            maxHeight: `calc(100dvh - ${place.top + 8}px)`,
          }}
          className="fixed z-30 grid overflow-y-auto rounded-card border border-line bg-raised p-2 text-start text-base font-normal whitespace-normal text-ink shadow-float"
        >
          <p className="px-2.5 pt-1 pb-1 text-small font-semibold text-muted">
            {m.head_menu({ column: title })}
          </p>
          {choicesOf(column, rows).map(({ label, hint, isCurrent, columns }) => (
            <button
              key={label}
              type="button"
              aria-pressed={isCurrent}
              onClick={() => (!isCurrent ? void choose(columns) : close())}
              className="grid grid-cols-[1.5rem_1fr] rounded-small px-2 py-1.5 text-start hover:bg-hover pointer-coarse:min-h-11"
            >
              {isCurrent ? <Icon name="check" className="mt-1 size-4" /> : <span />}
              <span>
                <span className="block font-semibold wrap-anywhere">{label}</span>
                {hint !== undefined && <span className="block text-small text-muted">{hint}</span>}
              </span>
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** Closes on Escape, on a press elsewhere, when the focus leaves, and when the page carries its button away. */
function useDismissal(
  isOpen: boolean,
  menu: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const current = useRef(close)
  useEffect(() => {
    current.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const isInside = (target: EventTarget | null) =>
      target instanceof Node &&
      (menu.current?.contains(target) === true || button.current?.contains(target) === true)
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      current.current()
      button.current?.focus()
    }
    const elsewhere = (event: Event) => {
      if (!isInside(event.target)) current.current()
    }
    // A head that stays in sight keeps its menu.
    const top = button.current?.getBoundingClientRect().top
    const closeIfMoved = () => {
      if (button.current?.getBoundingClientRect().top !== top) current.current()
    }
    document.addEventListener('keydown', key)
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    window.addEventListener('scroll', closeIfMoved)
    return () => {
      document.removeEventListener('keydown', key)
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      window.removeEventListener('scroll', closeIfMoved)
    }
  }, [isOpen, menu, button])
}

/** What a column can be taken for, with the consequence of each choice; of the price, which columns can take its place. */
function choicesOf({ index }: { index: number }, { file, choices }: RowsSummary): readonly Choice[] {
  if (!file || !choices) return []
  const { columns } = choices
  const { price, name, currency, morePrices } = columns
  const { detection } = file
  const titleAt = (at: number) =>
    columnTitle(at, disambiguateTitles([...detection.all.keys()], detection.all)[at]?.title)
  if (price === index) {
    const others = detection.all.filter(
      (one) => one.index !== index && one.index !== currency && !one.isConstant,
    )
    const priced = others.filter(({ isPriced }) => isPriced)
    return [
      { label: m.head_price(), isCurrent: true, columns },
      ...(priced.length > 0 ? priced : others).map((other) => ({
        label: m.head_price_other({ column: titleAt(other.index) }),
        isCurrent: false,
        columns: withPrice(
          {
            ...columns,
            morePrices: morePrices.filter((more) => more !== other.index),
            name: name === other.index ? null : name,
          },
          other.index,
          detection,
        ),
      })),
    ]
  }
  const isMore = priceColumnsOf(columns).includes(index)
  const others = morePrices.filter((more) => more !== index)
  const without: Columns = {
    ...columns,
    morePrices: others,
    name: name === index ? null : name,
    currency: currency === index ? null : currency,
  }
  return [
    {
      label: m.head_price(),
      isCurrent: false,
      columns: withPrice(without, index, detection),
      ...(price !== null && { hint: m.head_price_instead({ column: titleAt(price) }) }),
    },
    ...(price === null
      ? []
      : [
          {
            label: m.head_more(),
            hint: m.head_more_cost(),
            isCurrent: isMore,
            columns: { ...without, morePrices: [...others, index] },
          },
        ]),
    { label: m.head_name(), isCurrent: name === index, columns: { ...without, name: index } },
    { label: m.head_currency(), isCurrent: currency === index, columns: { ...without, currency: index } },
    {
      label: m.head_left(),
      hint: m.head_left_text(),
      isCurrent: !isMore && name !== index && currency !== index,
      columns: without,
    },
  ]
}
