import { type FormEvent, useState } from 'react'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { columnTitle, pairTitle } from '#reports/labels.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useLinkAfter } from '../../routing/navigation.ts'
import { pathOf } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { DetailsChevron, Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/field.tsx'
import { check } from '#engine/check/client.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import type { FileChoices } from '#reports/types.ts'
import { leaveFiles } from '../file/pending-file.ts'
import { FileDetails } from '../file/file-details.tsx'
import { FirstRows } from '../file/first-rows.tsx'

type Props = { checked: CheckedFile; onRead: (choices: FileChoices) => void }

/** The compared columns in words: `„Цена лв.“ и „Цена €“`. */
function usePairTitles({ columns, file }: CheckedFile): string {
  const lang = useLang()
  return columns.pairs.map((pair) => pairTitle(pair, file, lang)).join('; ')
}

/** The compared columns, and folded away how to change them, and how the file is read. */
export function ColumnChoice({ checked, onRead }: Props) {
  const { columns, file } = checked
  // More than one sheet is a choice that has to be in sight.
  const areSheetsShown = (file.sheets?.length ?? 0) > 1 || file.warnings.length > 0
  return (
    <div className="grid min-w-0 gap-1">
      <details className="group min-w-0">
        <summary className="flex min-h-9 flex-wrap items-center gap-x-2 text-small pointer-coarse:min-h-11">
          <span className="wrap-anywhere text-muted" data-testid="compared">
            {usePairTitles(checked)}
          </span>
          <span className="inline-flex items-center gap-1 font-semibold underline decoration-line-strong underline-offset-4">
            {m.check_other_columns()}
            <DetailsChevron className="size-4" />
          </span>
        </summary>
        <div className="grid gap-1 py-2">
          <ColumnForm key={JSON.stringify(columns.pairs)} checked={checked} />
          {!areSheetsShown && <FileDetails file={file} onRead={onRead} />}
        </div>
      </details>
      {areSheetsShown && <FileDetails file={file} onRead={onRead} />}
    </div>
  )
}

/** Asks for the columns where none were found, or both prices in no row. */
export function ColumnQuestion({ checked, onRead }: Props) {
  const { columns, file, summary, question } = checked
  const isAsked = columns.pairs.length === 0 || (question === null && summary.checked === 0)
  if (!isAsked) return <ColumnChoice checked={checked} onRead={onRead} />
  const only = onlyCurrency(checked)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-3 rounded-card bg-ask-soft p-5 inset-ring inset-ring-ask-line max-lg:max-w-160 sm:p-6">
        <p className="flex max-w-prose items-start gap-2.5">
          <Icon name="question" className="mt-0.5 size-5 text-ask" />
          {missingColumns(checked)}
        </p>
        {only !== undefined && <ToConverter currency={only} />}
        <ColumnForm key={JSON.stringify(columns.pairs)} checked={checked} />
        <FileDetails file={file} onRead={onRead} />
      </div>
      <FirstRows file={file} />
    </div>
  )
}

/** The currency that all prices are probably in, so that there is nothing to compare. */
function onlyCurrency({
  columns: { pairs, guess },
  summary,
  file,
}: CheckedFile): Currency | 'unnamed' | undefined {
  if (pairs.length === 0 && unnamedPrice(file) !== undefined && guess.national === guess.euro)
    return 'unnamed'
  const { reasons, notChecked } = summary
  const [hasLev, hasEuro] =
    pairs.length === 0
      ? [guess.national !== null, guess.euro !== null]
      : [notChecked > reasons['no-bgn'], notChecked > reasons['no-eur']]
  if (summary.checked > 0 || hasLev === hasEuro) return undefined
  return hasLev ? NATIONAL : EURO
}

/** The title of the price that the file has, where no title names a currency. */
const unnamedPrice = ({ detection: { all, columns, question } }: CheckedFile['file']): string | undefined =>
  columns.price === null || question === 'no-price-title' ? undefined : all[columns.price]?.title

const ONLY = {
  BGN: m.check_lev_only,
  EUR: m.check_euro_only,
  unnamed: m.check_one_only,
} satisfies Record<Currency | 'unnamed', unknown>

/** Leads to the converter, which adds the other price, and opens the file there. */
function ToConverter({ currency }: { currency: Currency | 'unnamed' }) {
  const link = useLinkAfter(`${pathOf('converter', useLang())}?mode=bulk`, async () => {
    // Without it the converter asks for the file.
    const file = await check.request('givenFile').catch(() => null)
    if (file) leaveFiles([file])
  })
  return (
    <div className="grid justify-items-start gap-3 border-b border-ask-line pb-5">
      <p className="max-w-prose">{ONLY[currency]()}</p>
      <ButtonLink look="filled" {...link}>
        {m.check_to_converter()}
      </ButtonLink>
    </div>
  )
}

function missingColumns({ columns: { pairs, guess }, file }: CheckedFile): string {
  if (pairs.length > 0) return m.check_nothing_text()
  if (guess.national !== null) return guess.euro === null ? m.check_no_eur() : m.check_no_both()
  if (guess.euro !== null) return m.check_no_bgn()
  const column = unnamedPrice(file)
  return column === undefined ? m.check_no_prices() : m.check_no_currency({ column })
}

const NONE = ''

function ColumnForm({ checked }: { checked: CheckedFile }) {
  const { columns, file, summary } = checked
  const [pair] = columns.pairs
  const [national, setNational] = useState(optionValue(pair?.national ?? columns.guess.national))
  const [euro, setEuro] = useState(optionValue(pair?.euro ?? columns.guess.euro))
  // A sample value identifies columns with unclear titles.
  const options = file.detection.all.map(({ index, title, samples: [sample = ''] }) => ({
    value: String(index),
    label: sample === '' ? columnTitle(index, title) : `${columnTitle(index, title)} · ${sample}`,
  }))
  const optionsOf = (value: string) =>
    value === NONE ? [{ value: NONE, label: m.check_column_choose() }, ...options] : options

  function compare(event: FormEvent) {
    event.preventDefault()
    if (national === NONE || euro === NONE) return
    void check
      .tryRequest('compare', { national: Number(national), euro: Number(euro) })
      .then(() => focusOn('check-title'))
  }

  return (
    <form
      onSubmit={compare}
      className={`grid items-end gap-4 py-2 ${summary.checked === 0 ? 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]' : 'sm:flex sm:flex-wrap'}`}
    >
      <Select
        label={m.check_column_bgn()}
        value={national}
        options={optionsOf(national)}
        onPick={setNational}
      />
      <Select label={m.check_column_eur()} value={euro} options={optionsOf(euro)} onPick={setEuro} />
      <Button
        look={summary.checked === 0 && onlyCurrency(checked) === undefined ? 'filled' : 'tinted'}
        type="submit"
        className="min-h-12"
        isUnavailable={national === NONE || euro === NONE}
      >
        {m.check_compare()}
      </Button>
      {columns.areNamed && columns.found.length > 0 && (
        <Button
          look="plain"
          className="min-h-12"
          onClick={() => void check.tryRequest('compare', null).then(() => focusOn('check-title'))}
        >
          {m.check_found_columns()}
        </Button>
      )}
    </form>
  )
}

const optionValue = (index: number | null | undefined): string =>
  index === null || index === undefined ? NONE : String(index)
