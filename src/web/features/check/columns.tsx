import { type FormEvent, useState } from 'react'
import { columnTitle } from '#reports/labels.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { DetailsChevron } from '../../ui/icon.tsx'
import { Select } from '../../ui/field.tsx'
import { check } from '#engine/check/client.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { pairTitle } from '#reports/mismatches.ts'

/** The compared columns and a form to change them. Without any, the form alone. */
export function ColumnChoice({ checked }: { checked: CheckedFile }) {
  const lang = useLang()
  const { columns, file, summary } = checked
  const { pairs } = columns
  if (pairs.length === 0) return <ColumnForm checked={checked} />
  return (
    <div className="grid gap-1">
      <dl className="flex min-w-0 flex-wrap gap-x-2 gap-y-1" data-testid="compared">
        <dt className="text-muted">{m.check_compared()}</dt>
        {pairs.map((pair) => (
          <dd
            key={`${pair.national} ${pair.euro}`}
            className="wrap-anywhere font-semibold not-last:after:content-[';']"
          >
            {pairTitle(pair, file, lang)}
          </dd>
        ))}
      </dl>
      <details className="group" open={summary.checked === 0}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 underline decoration-line-strong underline-offset-4">
          <DetailsChevron className="size-4" />
          {m.check_other_columns()}
        </summary>
        <ColumnForm checked={checked} />
      </details>
    </div>
  )
}

const NONE = ''

function ColumnForm({ checked }: { checked: CheckedFile }) {
  const { columns, file } = checked
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
    <form onSubmit={compare} className="grid items-end gap-4 py-2 sm:flex sm:flex-wrap">
      <Select
        label={m.check_column_bgn()}
        value={national}
        options={optionsOf(national)}
        onPick={setNational}
      />
      <Select label={m.check_column_eur()} value={euro} options={optionsOf(euro)} onPick={setEuro} />
      <Button
        look={columns.pairs.length === 0 ? 'filled' : 'tinted'}
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
