import { type ReactNode, useState } from 'react'
import { formatCount, formatSignedMoney } from '#money/format.ts'
import { type Currency, EURO, NATIONAL, otherCurrency } from '#money/currency.ts'
import { sideOf } from '#money/amount.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import type { CheckedFile } from '#engine/check/types.ts'
import type { MismatchFile } from '#reports/types.ts'
import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import { DEFAULT_PAGE_SIZE } from '#product/limits.ts'
import { Button } from '../../ui/button.tsx'
import { downloadFile } from '../file/download-file.ts'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { inkOf } from '../../ui/currency-ink.ts'
import { Pager } from '../../ui/pager.tsx'
import { check } from '#engine/check/client.ts'
import { pairTitle } from '#reports/mismatches.ts'
import { type FetchRows, useRowPage } from '../results/use-row-page.ts'
import { HeaderCell } from '../results/header-cell.tsx'

const ONE_OFF = { BGN: m.check_one_stotinka, EUR: m.check_one_cent } satisfies Record<Currency, () => string>

/** The numbers of checked, exact and mismatched pairs, with the largest difference and the sum of all. */
export function CheckSummaryTable({ checked: { summary, direction } }: { checked: CheckedFile }) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const wrong = derivedCurrency(direction)
  const side = sideOf(wrong)
  const { largest } = summary
  return (
    <div className="grid gap-4" data-testid="ledger">
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-h3 font-semibold">
        <SummaryEntry label={m.check_checked()}>{n(summary.checked)}</SummaryEntry>
        <SummaryEntry label={m.check_exact()}>
          <span className={summary.exact > 0 ? 'text-ink' : ''}>{n(summary.exact)}</span>
        </SummaryEntry>
        <SummaryEntry label={m.check_wrong()}>
          <span className={summary.off > 0 ? 'text-error' : ''}>{n(summary.off)}</span>
        </SummaryEntry>
        {summary.notChecked > 0 && (
          <SummaryEntry label={m.check_missing()}>{n(summary.notChecked)}</SummaryEntry>
        )}
      </dl>
      {largest && (
        <dl className="flex flex-wrap gap-x-10 gap-y-3 border-t border-line pt-4 font-semibold">
          <SummaryEntry label={ONE_OFF[wrong]()}>{n(summary.offByOne)}</SummaryEntry>
          <SummaryEntry label={m.check_largest()}>
            <SignedAmount difference={largest.difference[side]} currency={wrong} />{' '}
            <span className="font-normal text-muted">({m.check_row({ row: n(largest.row) })})</span>
          </SummaryEntry>
          <SummaryEntry label={m.check_sum()}>
            <Money decimal={summary.sumOfDifferences[side]} currency={wrong} />
          </SummaryEntry>
        </dl>
      )}
    </div>
  )
}

function SummaryEntry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-base font-normal text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A difference with its sign, in the colour of its currency. */
function SignedAmount({ difference, currency }: { difference: string; currency: Currency }) {
  const lang = useLang()
  return (
    <span className={`font-semibold whitespace-nowrap ${inkOf(currency)}`}>
      {formatSignedMoney(difference, currency, lang)}
    </span>
  )
}

const fetchMismatches: FetchRows<Mismatch> = (offset, limit) => check.request('page', offset, limit)

/** All mismatches with the expected prices, a page at a time, and their downloads. */
export function MismatchTable({ checked, revision }: { checked: CheckedFile; revision: number }) {
  const lang = useLang()
  const { summary, direction, columns, file } = checked
  const [requested, setRequested] = useState({ page: 0, revision })
  // A new list starts at its first page.
  const page = requested.revision === revision ? requested.page : 0
  const rows = useRowPage(fetchMismatches, revision, page * DEFAULT_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  const titleOf = (pair: number) => {
    const found = columns.pairs[pair]
    return columns.pairs.length > 1 && found ? pairTitle(found, file, lang) : undefined
  }
  return (
    <section aria-labelledby="check-list" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="check-list" className="text-h3">
          {m.check_list()}
        </h2>
        <Downloads fileName={file.name} />
      </div>
      {rows && (
        <table aria-labelledby="check-list" className="w-full max-md:block" data-testid="mismatches">
          <thead className="max-md:hidden">
            <tr className="border-b border-line-strong">
              <HeaderCell className="pe-4 w-16 text-start text-muted">{m.column_line()}</HeaderCell>
              <HeaderCell className="pe-4 text-start">{m.column_name()}</HeaderCell>
              <HeaderCell className="pe-4 text-end text-national">{m.word_leva()}</HeaderCell>
              <HeaderCell className="pe-4 text-end text-euro">{m.word_euro()}</HeaderCell>
              <HeaderCell className="pe-4 text-end">{m.check_right()}</HeaderCell>
              <HeaderCell className="text-end">{m.check_difference()}</HeaderCell>
            </tr>
          </thead>
          <tbody className="max-md:block max-md:border-t max-md:border-line-strong">
            {rows.map((mismatch) => (
              <MismatchRow
                key={`${mismatch.row} ${mismatch.pair}`}
                mismatch={mismatch}
                direction={direction}
                columns={titleOf(mismatch.pair)}
              />
            ))}
          </tbody>
        </table>
      )}
      {summary.off > DEFAULT_PAGE_SIZE && (
        <Pager
          page={page}
          pageSize={DEFAULT_PAGE_SIZE}
          total={summary.off}
          onPage={(next) => setRequested({ page: next, revision })}
        />
      )}
    </section>
  )
}

type RowProps = { mismatch: Mismatch; direction: PairDirection; columns: string | undefined }

/** One mismatch. Its header is the product name, or the row number where it has none. */
function MismatchRow({ mismatch, direction, columns }: RowProps) {
  const lang = useLang()
  const wrong = derivedCurrency(direction)
  const other = otherCurrency(wrong)
  const { expected } = mismatch
  const difference = mismatch.difference[sideOf(wrong)]
  const amount = (currency: Currency, decimal: string) => <Money decimal={decimal} currency={currency} />
  return (
    <tr className="border-b border-line align-baseline max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1 max-md:py-3">
      <td className="py-2.5 pe-4 text-muted max-md:hidden">{formatCount(mismatch.row, lang)}</td>
      <th
        scope="row"
        className="py-2.5 pe-4 text-start font-normal wrap-anywhere max-md:col-span-2 max-md:p-0 md:min-w-40"
      >
        <span className={`text-muted ${mismatch.name === '' ? 'md:sr-only' : 'md:hidden'}`}>
          {m.check_row({ row: formatCount(mismatch.row, lang) })}
          {mismatch.name !== '' && ' · '}
        </span>
        {mismatch.name}
        {columns !== undefined && <span className="block text-muted">{columns}</span>}
      </th>
      <AmountCell label={m.word_leva()}>{amount(NATIONAL, mismatch.national)}</AmountCell>
      <AmountCell label={m.word_euro()}>{amount(EURO, mismatch.euro)}</AmountCell>
      <AmountCell label={m.check_right()}>
        {amount(wrong, expected[sideOf(wrong)])}
        {direction === 'either' && <AlternativePrice currency={other} decimal={expected[sideOf(other)]} />}
      </AmountCell>
      <AmountCell label={m.check_difference()}>
        <SignedAmount difference={difference} currency={wrong} />
        <span className="block text-muted">
          {difference.startsWith('-') ? m.check_below() : m.check_above()}
        </span>
      </AmountCell>
    </tr>
  )
}

/** On a phone, where the table header is hidden, the cell shows its own label. */
function AmountCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="py-2.5 pe-4 text-end last:pe-0 max-md:p-0 max-md:text-start">
      <span className="block text-muted md:hidden">{label}</span>
      {children}
    </td>
  )
}

/** The expected other price, if this price is the original. */
function AlternativePrice({ currency, decimal }: { currency: Currency; decimal: string }) {
  const [before = '', after = ''] = m.check_or({ price: '\n' }).split('\n')
  return (
    <span className="block whitespace-nowrap text-muted">
      {before}
      <Money decimal={decimal} currency={currency} />
      {after}
    </span>
  )
}

const FILE_KINDS = [
  { kind: 'csv', label: m.export_csv },
  { kind: 'xlsx', label: m.export_xlsx },
] as const

function Downloads({ fileName }: { fileName: string }) {
  const lang = useLang()
  const [isBusy, setBusy] = useState(false)
  async function save(kind: MismatchFile) {
    setBusy(true)
    const name = `${fileName.replace(/\.[^.]*$/, '')}-${m.check_file_suffix()}.${kind}`
    await downloadFile(() => check.request('exportMismatches', kind, lang), name)
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-3">
      {FILE_KINDS.map(({ kind, label }) => (
        <Button key={kind} look="tinted" isUnavailable={isBusy} onClick={() => void save(kind)}>
          <Icon name="download" />
          {label()}
        </Button>
      ))}
    </div>
  )
}
