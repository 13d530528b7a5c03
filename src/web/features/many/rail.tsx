import { useState } from 'react'
import { callHeaders } from '#engine/http/client.ts'
import { cancelReading, many } from '#engine/many/client.ts'
import { type LeftList, type ManySnapshot, type PackedNotes, isAsking } from '#engine/many/types.ts'
import { saveResume } from '#engine/storage/resume.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { type Currency, EURO, NATIONAL, otherCurrency } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { ownFileName, reportFileName } from '#reports/results.ts'
import { DEFAULT_PLACEMENT, PLACEMENTS, type Placement } from '#writeback/plan.ts'
import { useLang } from '../../routing/location.ts'
import { entryPath, pathOf } from '../../routing/paths.ts'
import { PackChoice } from '../../session/pack-choice.tsx'
import { RAIL_BUTTON } from '../../session/rail-button.ts'
import { CostLines } from '../../session/cost-lines.tsx'
import { useFunds } from '../../session/use-funds.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { saveFile } from '../../ui/browser.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { inkOf } from '../../ui/currency-ink.ts'
import { Icon } from '../../ui/icon.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Notice } from '../file/notice.tsx'
import { useInSight } from '../file/use-in-sight.ts'
import { noRoomMessage } from '../results/write-back-notes.ts'
import { FileNotes, keptNotes, packedNotes, returnNotes } from './return-notes.tsx'
import { MANY_DONE_ID, type ManyConversion, type SentLists, sumOf } from './use-many-conversion.tsx'

const CONVERT_ID = 'convert-many'

type RailProps = { batch: ManySnapshot; conversion: ManyConversion }

/** What the lists come to and cost, and what is done with them: read, converted, given back. */
export function ManyRail({ batch, conversion }: RailProps) {
  const { lists, phase } = batch
  const lang = useLang()
  const { sent } = conversion
  const funds = useFunds(sent.cost, undefined)
  const n = (count: number) => formatCount(count, lang)
  const isConverting = phase === 'converting' || phase === 'stopping'
  const converted = lists.filter(({ state }) => state === 'converted')
  const unanswered = lists.filter(({ state }) => state === 'unknown').length
  const asking = lists.filter(isAsking).length
  const hasNext = sent.lists.length > 0
  return (
    <div className="grid content-start gap-4">
      {phase === 'reading' && <Reading batch={batch} />}
      {isConverting && <Converting {...{ batch, conversion }} />}
      {!isConverting && converted.length > 0 && <Converted batch={batch} sum={sumOf(converted)} />}
      {phase === 'ready' && unanswered > 0 && (
        <Notice kind="question">
          <p>{m.many_unknown_notice({ count: unanswered, n: n(unanswered) })}</p>
          <Button look="filled" size="small" className="justify-self-start px-3!" onClick={conversion.goOn}>
            {m.many_go_on()}
          </Button>
        </Notice>
      )}
      {phase === 'ready' && (hasNext || (converted.length === 0 && unanswered === 0)) && (
        <section className="card grid grid-cols-1 gap-3 px-4 py-5" data-testid="many-rail">
          {hasNext && <Sums sum={sent} />}
          <FileNotes title={m.many_returned()} notes={returnNotes(sent.lists)} />
          <CostLines name={m.rail_cost()} cost={sent.cost} funds={funds} />
          {funds.isSignedOut && hasNext && <VisitorOffer />}
          {funds.missing > 0 ? (
            <PackChoice missing={funds.missing} charged={0}>
              {undefined}
            </PackChoice>
          ) : (
            <Button
              id={CONVERT_ID}
              look={funds.isSignedOut || converted.length > 0 ? 'tinted' : 'filled'}
              size="large"
              className={RAIL_BUTTON}
              isUnavailable={!hasNext}
              onClick={conversion.start}
            >
              {m.many_convert({ count: sent.lists.length, n: n(sent.lists.length) })}
            </Button>
          )}
          <p className="text-small text-muted">{m.many_under()}</p>
        </section>
      )}
      {phase === 'ready' && hasNext && funds.balance !== undefined && funds.missing === 0 && (
        <PhoneBar sent={sent} hasResult={converted.length > 0} onConvert={conversion.start} />
      )}
      {phase === 'ready' && asking > 0 && (
        <Notice kind="question">
          <p>
            {(converted.length > 0 ? m.many_asks_after : m.many_asks_notice)({ count: asking, n: n(asking) })}
          </p>
        </Notice>
      )}
    </div>
  )
}

/** The currency that most of the lists are converted to. */
function targetOf({ lists }: SentLists): Currency {
  const inEuro = lists.filter(({ reading }) => reading?.currency === EURO).length
  return inEuro * 2 > lists.length ? NATIONAL : EURO
}

/** Characters of the longest sum in the largest type. */
const LARGE = 14

function Sums({ sum }: { sum: SentLists }) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const target = targetOf(sum)
  const textIn = (currency: Currency) =>
    formatMoney(currency === EURO ? sum.totals.eur : sum.totals.bgn, currency, lang)
  const size = textIn(target).length <= LARGE ? 'text-[2.5rem]!' : 'text-[1.75rem]!'
  return (
    <div className="grid gap-1 border-b border-line pb-3" data-testid="many-sums">
      <p className="text-small text-muted">
        {m.many_files({ count: sum.lists.length, n: n(sum.lists.length) })},{' '}
        {m.prices_for({ count: sum.cost, n: n(sum.cost) })}
      </p>
      <p className={`sum ${size} wrap-anywhere ${inkOf(target)}`}>{textIn(target)}</p>
      <p className={`text-h3 leading-tight font-bold ${inkOf(otherCurrency(target))}`}>
        {textIn(otherCurrency(target))}
      </p>
    </div>
  )
}

type PhoneBarProps = { sent: SentLists; hasResult: boolean; onConvert: () => void }

/** Below 1024 px the sum and the button stay in sight while the lists are read. */
function PhoneBar({ sent, hasResult, onConvert }: PhoneBarProps) {
  const lang = useLang()
  const isRepeated = useInSight(CONVERT_ID)
  const target = targetOf(sent)
  return (
    <div
      data-sticky-bar
      data-repeated={isRepeated || undefined}
      className="fixed inset-x-0 bottom-0 z-20 flex h-16 items-center gap-3 border-t border-line bg-raised px-4 sm:px-6 lg:hidden low:hidden data-repeated:invisible"
    >
      <p className={`min-w-0 flex-1 truncate text-lead font-extrabold ${inkOf(target)}`}>
        {formatMoney(target === EURO ? sent.totals.eur : sent.totals.bgn, target, lang)}
      </p>
      <Button
        look={hasResult ? 'tinted' : 'filled'}
        className="h-12 shrink-0 px-3! text-[0.9375rem]"
        onClick={onConvert}
      >
        {m.many_convert({ count: sent.lists.length, n: formatCount(sent.lists.length, lang) })}
      </Button>
    </div>
  )
}

function VisitorOffer() {
  const lang = useLang()
  return (
    <ButtonLink
      look="filled"
      size="large"
      className={RAIL_BUTTON}
      to={entryPath('register', lang, pathOf('converter', lang))}
      onClick={() => saveResume('bulk')}
    >
      {m.rail_register({ n: SIGNUP_TOKENS })}
    </ButtonLink>
  )
}

function Reading({ batch: { lists } }: { batch: ManySnapshot }) {
  const lang = useLang()
  const done = lists.filter(({ state }) => state !== 'waiting' && state !== 'reading').length
  return (
    <section className="card grid gap-3 px-4 py-5">
      <p id="many-reading" className="font-semibold">
        {lists.length === 0
          ? m.parsing()
          : m.many_reading({ done: formatCount(done, lang), total: formatCount(lists.length, lang) })}
      </p>
      <progress
        className="block h-2 w-full"
        aria-labelledby="many-reading"
        value={lists.length === 0 ? undefined : done}
        max={lists.length || 1}
      />
      <Button
        look="plain"
        size="small"
        className="-ms-3 justify-self-start"
        onClick={() => void cancelReading()}
      >
        {m.cancel()}
      </Button>
    </section>
  )
}

/** How many lists are converted; it can be stopped after the one that is sent. */
function Converting({ batch: { lists, phase }, conversion: { sent, total } }: RailProps) {
  const lang = useLang()
  const waiting = sent.lists.length + lists.filter(({ state }) => state === 'sending').length
  const done = Math.max(0, total - waiting)
  return (
    <section className="card grid justify-items-start gap-2 px-4 py-5" data-testid="many-converting">
      <p id="many-converting" className="sr-only">
        {m.converting_prices()}
      </p>
      <p className="font-semibold text-muted" role="timer" aria-live="off">
        <span className="text-h2 font-extrabold text-ink">{formatCount(done, lang)}</span>{' '}
        {m.many_converting({ files: m.many_files({ count: total, n: formatCount(total, lang) }) })}
      </p>
      <progress
        className="block h-2 w-full"
        aria-labelledby="many-converting"
        value={done}
        max={total || 1}
      />
      <p role="status" className="text-small text-muted">
        {phase === 'stopping' ? m.many_stopping() : m.converting_safe()}
      </p>
      <Button look="tinted" size="small" isUnavailable={phase === 'stopping'} onClick={() => many.stop()}>
        {m.many_stop()}
      </Button>
    </section>
  )
}

const PLACEMENT_NAME = {
  after: m.write_back_after,
  end: m.write_back_end,
  replace: m.write_back_replace,
} satisfies Record<Placement, () => string>

/** The name of the archive: that of the archive or folder that was given, else that of the day. */
function archiveName({ lists }: ManySnapshot, lang: Lang): string {
  const tops = new Set(lists.map(({ path }) => (path.includes('/') ? path.split('/')[0] : '')))
  const [top = ''] = tops
  if (tops.size === 1 && top !== '') return ownFileName(`${top.replace(/\.zip$/i, '')}.zip`, 'zip')
  const createdAt = new Date().toISOString()
  return reportFileName('results', { filename: null, createdAt }, 'zip', lang)
}

/** The lists that are converted, to be saved as one archive. */
function Converted({ batch, sum }: { batch: ManySnapshot; sum: SentLists }) {
  const lang = useLang()
  const { alert } = useAlerts()
  const [placement, setPlacement] = useState<Placement>(DEFAULT_PLACEMENT)
  const [left, setLeft] = useState<readonly LeftList[]>([])
  /** Of the files that were made last. */
  const [notes, setNotes] = useState<readonly PackedNotes[]>()
  const { packed } = batch
  const count = sum.lists.length
  const name = archiveName(batch, lang)

  async function save() {
    const made = await many.pack(placement, lang, callHeaders(lang))
    if (!made) return alert(m.many_pack_failed())
    setLeft(made.left)
    setNotes(made.notes)
    if (made.file) saveFile(made.file, name)
  }

  return (
    <section
      aria-labelledby={MANY_DONE_ID}
      className="card arrive grid grid-cols-1 gap-3 px-4 py-5"
      data-testid="many-done"
    >
      <h2 id={MANY_DONE_ID} tabIndex={-1} className="flex items-center gap-2 text-lead outline-none">
        <Icon name="check" className="size-5" />
        {m.many_done({ count, n: formatCount(count, lang) })}
      </h2>
      <Sums sum={sum} />
      <Charged lists={sum.lists} />
      <RadioGroup
        label={m.write_back_placement()}
        isLabelShown
        isSmall
        value={placement}
        options={PLACEMENTS.map((value) => ({ value, text: PLACEMENT_NAME[value]() }))}
        onPick={async (next) => {
          setPlacement(next)
          setNotes(undefined)
          setLeft([])
        }}
        disabled={packed !== null}
      />
      <FileNotes
        notes={[
          // Once the files are made they say themselves what became of their prices.
          ...returnNotes(sum.lists, placement, notes !== undefined),
          ...(placement === 'replace' ? keptNotes(sum.lists, lang) : []),
        ]}
      />
      <Button
        look="filled"
        size="large"
        className="px-3! text-[0.9375rem]!"
        isUnavailable={packed !== null}
        onClick={() => void save()}
      >
        <Icon name="download" />
        <span className="wrap-anywhere">{m.results_download({ file: name })}</span>
      </Button>
      <p role="status" className={packed === null ? 'sr-only' : 'text-small text-muted'}>
        {packed === null
          ? ''
          : m.many_packing({ done: formatCount(packed, lang), total: formatCount(count, lang) })}
      </p>
      <FileNotes notes={packedNotes(notes ?? [])} />
      <LeftLists left={left} />
    </section>
  )
}

/** What the conversion of these lists has cost, and what is left. */
function Charged({ lists }: Pick<SentLists, 'lists'>) {
  const lang = useLang()
  const { balance } = useFunds(0, undefined)
  // What was converted alone before is charged apart from the whole list.
  const count = lists.reduce((sum, { job, partly = 0 }) => sum + (job?.prices ?? 0) + partly, 0)
  const n = (tokens: number) => formatCount(tokens, lang)
  if (balance === undefined) return null
  return (
    <p className="text-small text-muted" data-testid="many-charged">
      {m.results_charged({ count, n: n(count), balance: n(balance) })}
    </p>
  )
}

/** Converted lists that are not in the archive with their new prices, and why where that is known. */
function LeftLists({ left }: { left: readonly LeftList[] }) {
  const noRoom = left.flatMap(({ path, noRoom: reason }) =>
    reason === undefined ? [] : [[path, noRoomMessage(reason)] as const],
  )
  const namesOf = (isUnchanged: boolean) =>
    left.flatMap((one) => (one.isUnchanged === isUnchanged ? one.path : [])).join(', ')
  const [absent, unchanged] = [namesOf(false), namesOf(true)]
  return (
    <>
      {left.length > 0 && (
        <Notice>
          {absent !== '' && <p>{m.many_pack_left({ names: absent })}</p>}
          {unchanged !== '' && <p>{m.many_pack_unchanged({ names: unchanged })}</p>}
        </Notice>
      )}
      <FileNotes notes={noRoom} />
    </>
  )
}
