import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import type { RowsSummary } from '#engine/types.ts'
import type { RowChoices } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { focusOn } from '../../../ui/focus.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Notice, NoticeLine } from '../../file/notice.tsx'
import { currencyName, currencyStatementMessage, shortCurrencyName } from '../../results/currency-text.ts'
import { useReread } from '../use-reread.ts'
import {
  type AssumedCurrency,
  findAssumedCurrency,
  isAssumedCurrency,
  likelyCurrency,
  severeWarnings,
} from './content.ts'

/** HTML id of the notice about the assumed currency. */
const CURRENCY_ID = 'assumed-currency'

export type CurrencyAnswer = {
  /** Whether it is a question which currency the prices are in that name none. */
  isCurrencyAsked: boolean
  /** Whether the user has said it. */
  isCurrencySettled: boolean
  onCurrency: () => void
}

type Props = { rows: RowsSummary; canReread: boolean } & CurrencyAnswer

/** Whether a warning asks for the currency that is assumed: then nothing else does. */
const isAskedByWarning = (rows: RowsSummary): boolean =>
  severeWarnings(rows).some((warning) => likelyCurrency(warning) !== undefined)

/** The choice between lev and euro for prices that name no currency, in the one look that it has. */
export function CurrencyChoice({
  choices,
  isChosen,
  onCurrency,
  onDone,
  isShort = false,
}: Pick<CurrencyAnswer, 'onCurrency'> & {
  choices: RowChoices
  isChosen: boolean
  onDone?: () => void
  isShort?: boolean
}) {
  const reread = useReread()
  return (
    <RadioGroup<Currency>
      label={m.notice_currency_choice()}
      isLabelShown={false}
      isSmall
      className="shrink-0"
      value={isChosen ? choices.defaultCurrency : undefined}
      options={CURRENCY_CODES.map((value) => ({
        value,
        text: (isShort ? shortCurrencyName : currencyName)(value),
      }))}
      onPick={async (picked) => {
        // Before the rows change: otherwise the question would reappear for a moment.
        onCurrency()
        if (await reread.currency(picked)) onDone?.()
      }}
    />
  )
}

/** Asks which currency the prices are in that name none: nothing in the file says it. */
export function CurrencyQuestion({
  rows,
  canReread,
  isOneLine,
  isCurrencyAsked,
  onCurrency,
}: Props & { isOneLine: boolean }) {
  const lang = useLang()
  const assumption = findAssumedCurrency(rows)
  const { choices } = rows
  if (!choices || !assumption || !isAssumedCurrency(assumption)) return null
  if (!isCurrencyAsked || isAskedByWarning(rows)) return null
  const { rows: count, currency } = assumption
  const n = formatCount(count, lang)
  return (
    <Notice
      kind="question"
      id={CURRENCY_ID}
      isCompact
      isOneLine={isOneLine && canReread}
      sentence={
        isOneLine && canReread ? m.currency_unnamed({ n }) : m.notice_currency({ count, n, currency })
      }
    >
      {canReread && (
        // Its place is then the line below, with the same id.
        <CurrencyChoice
          {...{ choices, onCurrency }}
          isChosen={false}
          isShort={isOneLine}
          onDone={() => focusOn(CURRENCY_ID)}
        />
      )}
    </Notice>
  )
}

/** Says in one line which currency is taken for prices that name none, and takes another. */
export function CurrencyLine({
  rows,
  canReread,
  isCurrencyAsked,
  onCurrency,
}: Omit<Props, 'isCurrencySettled'>) {
  const lang = useLang()
  const assumption = findAssumedCurrency(rows)
  const { choices } = rows
  if (!choices || !assumption || isCurrencyAsked || isAskedByWarning(rows)) return null
  return (
    <NoticeLine
      id={CURRENCY_ID}
      text={currencyText(assumption, canReread, formatCount(assumption.rows, lang))}
    >
      {canReread && <CurrencyChoice {...{ choices, onCurrency }} isChosen />}
    </NoticeLine>
  )
}

/** Without the currency where `hasChoice`: the radio group of the same line shows it. */
function currencyText(
  { stated, currency, rows: count }: AssumedCurrency,
  hasChoice: boolean,
  n: string,
): string {
  if (stated === undefined)
    return hasChoice ? m.currency_unnamed({ n }) : m.notice_currency({ count, n, currency })
  const statement = currencyStatementMessage(stated)
  return hasChoice ? statement : `${statement} ${m.stated_taken({ currency })}`
}
