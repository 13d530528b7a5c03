import { memo } from 'react'
import { many } from '#engine/many/client.ts'
import { type ListAnswer, type ListQuestion, type ManyList, isAsking } from '#engine/many/types.ts'
import { m } from '#i18n/messages/messages.js'
import { CURRENCY_CODES, EURO, NATIONAL } from '#money/currency.ts'
import { formatAmount, formatCount, formatMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { useDateTimeText } from '../../ui/date-time.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { focusOn } from '../../ui/focus.ts'
import { BreakableName } from '../file/breakable-name.tsx'
import { formatAmbiguousPrice } from '../file/notice.tsx'
import {
  CURRENCY_NAME,
  MANY_TITLE_ID,
  groupOf,
  howText,
  listErrorText,
  questionText,
  unknownText,
} from './texts.ts'

type Props = {
  list: ManyList
  /** Path of an earlier list of the same content. */
  sameAs: string | undefined
  /** Whether it comes back as it was, in an archive of which other lists are converted. */
  isReturned: boolean
  index: number
  /** Whether something is being read or converted: nothing is chosen then. */
  isBusy: boolean
  onOpen: (index: number) => Promise<void>
}

/** A price list among others: how it was read, what it comes to, and its state, question or error. */
export const ListRow = memo(function ListRow({ list, sameAs, isReturned, index, isBusy, onOpen }: Props) {
  const lang = useLang()
  const { path, state, reading, isLeft, isSeen = false } = list
  const slash = path.lastIndexOf('/')
  const [folder, name] = [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)]
  const question = isAsking(list) ? reading?.questions[0] : undefined
  const canTake = state === 'ready' || (state === 'asks' && isLeft)
  /** There are no sums: a question or an error has their place. */
  const isWide = state === 'asks' || state === 'failed' || state === 'rejected'
  const isOff = isLeft || state === 'failed' || state === 'rejected'
  const target = reading?.currency === EURO ? NATIONAL : EURO
  const how = reading && state !== 'failed' ? howText(reading, lang) : ''
  return (
    <tr
      data-list={state}
      className={`max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:px-1 max-md:py-2 max-md:not-first:border-t max-md:not-first:border-line max-md:[&>td]:h-auto! max-md:[&>td]:border-t-0! ${question ? 'bg-ask-soft [&:hover>*]:bg-ask-soft!' : ''}`}
    >
      <td className="md:w-1 ps-3! pe-1! max-md:row-span-2 max-md:self-start">
        {canTake ? (
          <label className="grid size-6 place-items-center pointer-coarse:size-11">
            <input
              type="checkbox"
              checked={!isLeft}
              disabled={isBusy}
              onChange={({ target: { checked } }) => void many.leave(index, !checked)}
              className="size-5 accent-action"
              aria-label={m.many_take({ name: path })}
            />
          </label>
        ) : (
          <span className="grid size-6 place-items-center pointer-coarse:size-11">
            <Icon
              name={ICON[state]}
              className={`size-5 ${question ? 'text-ask' : isOff ? 'text-error' : 'text-muted'}`}
            />
          </span>
        )}
      </td>
      <th
        scope="row"
        className="min-w-40 border-b-0! py-2! ps-2! text-[0.9375rem]! leading-[1.3]! font-normal! text-ink! max-md:h-auto! max-md:border-t-0!"
      >
        <span className={`block font-semibold wrap-anywhere ${isOff ? 'text-muted' : ''}`}>
          <BreakableName name={name} />
        </span>
        {folder !== '' && (
          <span className="block text-small text-muted wrap-anywhere">
            <BreakableName name={folder} />
          </span>
        )}
        {how !== '' && <span className="block text-small text-muted wrap-anywhere xl:hidden">{how}</span>}
      </th>
      <td className="py-1! text-small text-muted wrap-anywhere max-xl:hidden">{how}</td>
      <td className="amount text-muted max-md:hidden">
        {/* While the columns are asked for they are not known. */}
        {reading && (state !== 'asks' || how !== '') ? formatCount(reading.counts.validRows, lang) : '–'}
      </td>
      {!isWide &&
        [NATIONAL, EURO].map((currency) => (
          <td
            key={currency}
            className={`amount max-md:hidden ${currency === EURO ? 'euro' : 'lev'} ${currency === target && target === NATIONAL ? 'converted' : ''} ${isLeft ? 'text-muted!' : ''}`}
          >
            {reading && formatAmount(currency === EURO ? reading.totals.eur : reading.totals.bgn, lang)}
          </td>
        ))}
      <td
        colSpan={isWide ? 3 : 1}
        className="py-1! max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:ps-2!"
      >
        {question ? (
          <Question {...{ question, index, isBusy, path, lang, isSeen }} onOpen={() => void onOpen(index)} />
        ) : (
          <span className="flex flex-wrap items-center gap-x-2">
            <StateText {...{ list, sameAs, isReturned }} />
            {canTake && !isBusy && (
              <Button
                look="plain"
                size="small"
                className="px-1.5! underline decoration-line-strong underline-offset-4"
                aria-label={m.many_open_named({ name: path })}
                onClick={() => void onOpen(index)}
              >
                {m.many_open()}
              </Button>
            )}
          </span>
        )}
      </td>
      {reading && !isWide && (
        <td className="amount hidden max-md:col-start-3 max-md:row-start-1 max-md:block">
          <span className="block text-euro">{formatMoney(reading.totals.eur, EURO, lang)}</span>
          <span className="block text-small text-national">
            {formatMoney(reading.totals.bgn, NATIONAL, lang)}
          </span>
        </td>
      )}
    </tr>
  )
})

const ICON = {
  waiting: 'file',
  reading: 'file',
  ready: 'file',
  asks: 'question',
  failed: 'warning',
  sending: 'next',
  unknown: 'question',
  converted: 'check',
  rejected: 'warning',
} satisfies Record<ManyList['state'], IconName>

function StateText({ list, sameAs, isReturned }: Pick<Props, 'list' | 'sameAs' | 'isReturned'>) {
  const lang = useLang()
  const dateText = useDateTimeText()
  const { state, path, reading, partly, error, sentence } = list
  if (groupOf(list) === 'left')
    return (
      <span className="text-small text-muted">
        {reading?.convertedAt !== undefined
          ? m.many_state_before({ at: dateText(reading.convertedAt) })
          : partly !== undefined
            ? m.many_state_partly({ count: partly, n: formatCount(partly, lang) })
            : sameAs !== undefined
              ? m.many_state_same({ name: sameAs })
              : `${m.many_state_left()}.`}{' '}
        {isReturned ? m.many_left_unchanged() : m.many_left_absent()}
      </span>
    )
  switch (state) {
    case 'ready':
      return <span className="text-muted">{m.many_state_ready()}</span>
    case 'failed':
      return <span className="text-small text-error">{error && listErrorText(error, path, lang)}</span>
    case 'rejected':
      return <span className="text-small text-error">{sentence ?? m.convert_failed()}</span>
    case 'unknown':
      return <span className="text-small text-ask">{unknownText(error)}</span>
    case 'converted':
      return <span className="font-semibold">{m.many_state_converted()}</span>
    case 'sending':
      return <span className="text-muted">{m.many_state_sending()}</span>
    case 'reading':
      return <span className="text-muted">{m.many_state_reading()}</span>
    case 'waiting':
    case 'asks':
      return <span className="text-muted">{m.many_state_waiting()}</span>
  }
}

type QuestionProps = Pick<Props, 'index' | 'isBusy'> & {
  question: ListQuestion
  path: string
  lang: Lang
  isSeen: boolean
  onOpen: () => void
}

/** A question with its answers; one that is about the rows leads to them. */
function Question({ question, index, isBusy, path, lang, isSeen, onOpen }: QuestionProps) {
  const answers = answersTo(question, lang, isSeen)
  const text = questionText(question)
  return (
    <div
      id={askId(index)}
      tabIndex={-1}
      role="group"
      aria-label={`${path}: ${text}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1"
    >
      <p className="text-small font-semibold text-ask">{text}</p>
      <div className="flex flex-wrap gap-1.5">
        {answers.map(([answer, label, sample]) => (
          <Button
            key={label}
            look="answer"
            size="small"
            className="px-3!"
            isUnavailable={isBusy}
            onClick={() => void give(index, answer)}
          >
            <span className="wrap-anywhere">
              {sample === undefined ? label : m.ask_column_sample({ column: label, sample })}
            </span>
          </Button>
        ))}
        <Button
          look="plain"
          size="small"
          className="px-2! underline decoration-line-strong underline-offset-4"
          aria-label={m.many_open_named({ name: path })}
          isUnavailable={isBusy}
          onClick={onOpen}
        >
          {m.many_open()}
        </Button>
      </div>
    </div>
  )
}

const askId = (index: number): string => `many-ask-${index}`

/** Answers, and goes to the next question: this one is gone. */
async function give(index: number, answer: ListAnswer): Promise<void> {
  await many.answer(index, answer)
  const asking = many.snapshot().lists.flatMap((list, i) => (isAsking(list) ? [i] : []))
  const next = [...asking.filter((i) => i >= index), ...asking.filter((i) => i < index)]
  focusOn(...next.map(askId), MANY_TITLE_ID)
}

type Answer = readonly [answer: ListAnswer, label: string, sample?: string | undefined]

/** What may be converted as it is. */
const JUDGED: readonly string[] = ['warning', 'zero', 'sheets', 'damaged']

/** Columns to choose from at once; more are chosen where the rows are shown. */
const SHOWN_OPTIONS = 4

function answersTo(question: ListQuestion, lang: Lang, isSeen: boolean): readonly Answer[] {
  switch (question.what) {
    case 'column':
      return question.options
        .slice(0, SHOWN_OPTIONS)
        .map(({ index, title, sample }) => [{ column: index }, title, sample])
    case 'ambiguous-prices':
      return (['decimal', 'thousands'] as const).map((ambiguous) => [
        { ambiguous },
        formatAmbiguousPrice(question.example, ambiguous, lang),
      ])
    case 'totals':
      return [
        [{ totals: 'omit' }, m.ask_totals_omit()],
        [{ totals: 'keep' }, m.ask_totals_keep()],
      ]
    case 'currency-conflict':
      return CURRENCY_CODES.map((currency) => [{ currency }, CURRENCY_NAME[currency]()])
    case 'review':
      // Only who has seen the rows can judge them.
      return isSeen && JUDGED.includes(question.why) ? [[{ reviewed: true }, m.many_reviewed()]] : []
  }
}
