import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { disambiguateTitles, listPriceColumns } from '#engine/bulk/choices.ts'
import type { RowsSummary } from '#engine/types.ts'
import { nameColumnOf, priceColumnsOf } from '#pricelist/types.ts'
import { useLang } from '../../../routing/location.ts'
import { columnTitle } from '#reports/labels.ts'
import { type PageContent, fittingColumns, widthsOf } from './column-widths.ts'
import { hasBothCurrencies, sheetColumns } from './columns.ts'

/** The columns that fit into the width of the sheet, or all of them when the user asks. */
export function useColumns(
  rows: RowsSummary,
  lines: number,
  /** Must be the same object as long as it says the same. */
  content: PageContent,
  frame: RefObject<HTMLElement | null>,
) {
  const lang = useLang()
  const [width, setWidth] = useState(960)
  const [areAllShown, setAllShown] = useState(false)
  const { file, choices } = rows
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  // The snapshot is another object after each edit: only what the columns are made of counts.
  const key = JSON.stringify([file?.detection.all, file?.format, choices?.columns, hasBothCurrencies(rows)])
  const [kept, setKept] = useState(() => ({ key, all: sheetColumns(rows) }))
  if (kept.key !== key) setKept({ key, all: sheetColumns(rows) })
  const { all } = kept
  // The line numbers grow with the digits of the last one only.
  const most = 10 ** String(lines).length - 1
  const fitting = useMemo(() => fittingColumns(all, width, most, lang), [all, width, most, lang])
  const hidden = all.length - fitting.length
  const columns = areAllShown ? all : fitting
  const widths = useMemo(
    () => widthsOf(columns, width, most, lang, content),
    [columns, width, most, lang, content],
  )
  const { toName } = widths
  useLayoutEffect(() => {
    if (areAllShown) frame.current?.firstElementChild?.scrollTo(toName, 0)
  }, [areAllShown, toName, frame])
  return {
    columns,
    widths,
    width,
    hidden,
    areAllShown: areAllShown && hidden > 0,
    toggle: () => setAllShown(!areAllShown),
  }
}

/** Of each price column its title, where there are several, and its name column. */
export function usePriceColumns(rows: RowsSummary) {
  const { choices } = rows
  const titles = listPriceColumns(rows).map(({ index, title }) => columnTitle(index, title))
  const names = choices
    ? priceColumnsOf(choices.columns).map((_, nth) => nameColumnOf(choices.columns, nth))
    : []
  // The snapshot is another object after each edit, but each row renders only for its own changes.
  const key = JSON.stringify([titles, names])
  const [kept, setKept] = useState({ key, priceTitles: titles, nameColumns: names })
  if (kept.key !== key) setKept({ key, priceTitles: titles, nameColumns: names })
  return kept
}

/** The title of the column shown while the price column is only a guess. */
export function guessedPriceTitle({ columnsKnown, file, choices }: RowsSummary): string | undefined {
  const price = choices?.columns.price ?? null
  if (columnsKnown || !file || price === null) return undefined
  const { all, candidates } = file.detection
  const [shown] = disambiguateTitles([...new Set([price, ...candidates])], all)
  return shown && columnTitle(shown.index, shown.title)
}
