import type { TokenEntry } from '#api/account.ts'
import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { planName } from '#product/plans.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { pathOf } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PagedList } from './paged-list.tsx'
import { TokenSum } from './token-sum.tsx'

type Page = { entries: TokenEntry[]; total: number }

const entryId = ({ seq }: TokenEntry): string => `entry-${seq}`

type Props = {
  tokens: number
  /** Undefined until it is known. */
  owed: number | undefined
  isDisputed: boolean
}

/** Every grant, charge and purchase, with the balance after it, newest first (AUTH-11). */
export function TokenHistory({ tokens, owed = 0, isDisputed }: Props) {
  const lang = useLang()
  const debt = owed > 0 && m.tokens_owed({ owed: m.tokens_for({ count: owed, n: formatCount(owed, lang) }) })
  return (
    <div className="grid gap-10">
      <div className="grid justify-items-start">
        <h1 className="text-h1">{m.account_tokens()}</h1>
        <TokenSum tokens={tokens} className="mt-4" />
        <p className="mt-1 text-muted">
          {tokens === 0 ? m.tokens_rule() : m.tokens_worth({ count: tokens, n: formatCount(tokens, lang) })}
        </p>
        {[isDisputed && m.tokens_disputed(), debt].map(
          (text) =>
            text !== false && (
              <p key={text} className="mt-4 max-w-prose border-s-2 border-line-strong ps-3">
                {text}
              </p>
            ),
        )}
        <ButtonLink look="filled" to={pathOf('pricing', lang)} className="mt-5">
          {m.tokens_buy()}
        </ButtonLink>
      </div>
      <EntryList />
    </div>
  )
}

const EntryList = () => (
  <PagedList
    title={m.history_title()}
    name="tokens"
    itemsOf={({ entries }: Page) => entries}
    cursorOf={({ seq }) => seq}
    idOf={entryId}
    failure={m.history_failed()}
  >
    {(entries) => <Entries entries={entries} />}
  </PagedList>
)

function Entries({ entries }: { entries: TokenEntry[] }) {
  return (
    <div className="sheet">
      <table className="max-sm:block" data-testid="history">
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col">{m.history_when()}</th>
            <th scope="col">{m.history_what()}</th>
            <th scope="col" className="amount">
              {m.history_change()}
            </th>
            <th scope="col" className="amount">
              {m.history_balance()}
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block max-sm:[&>tr+tr]:border-t max-sm:[&>tr+tr]:border-line">
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone an entry is two lines. */
const LINE = 'max-sm:h-auto! max-sm:border-t-0!'

const SIGN: Partial<Record<number, string>> = { [-1]: '−', [1]: '+' }

function Entry({ entry }: { entry: TokenEntry }) {
  const lang = useLang()
  const { at, delta, balanceAfter, uncovered } = entry
  const change = `${SIGN[Math.sign(delta)] ?? ''}${formatCount(Math.abs(delta), lang)}`
  return (
    <tr
      id={entryId(entry)}
      tabIndex={-1}
      className="outline-offset-[-2px] max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:py-3"
    >
      <td className={`text-muted whitespace-nowrap max-sm:order-3 sm:w-px ${LINE}`}>
        <DateTime at={at} />
      </td>
      <td className={`wrap-anywhere max-sm:order-1 ${LINE}`}>
        {entryText(entry, lang)}
        {uncovered > 0 && (
          <span className="block text-muted">
            {m.history_uncovered({
              tokens: m.tokens_for({ count: uncovered, n: formatCount(uncovered, lang) }),
            })}
          </span>
        )}
      </td>
      <td className={`amount font-medium max-sm:order-2 ${LINE}`}>{change}</td>
      <td className={`amount font-bold max-sm:order-4 max-sm:font-normal max-sm:text-muted ${LINE}`}>
        <span className="sm:hidden">{m.history_balance()}: </span>
        {formatCount(balanceAfter, lang)}
      </td>
    </tr>
  )
}

/** The reason of an entry as text. */
function entryText(
  { reason, delta, uncovered, jobId, filename, source, note, plan: id }: TokenEntry,
  lang: Lang,
): string {
  const plan = planName(id, lang)
  // An entry of 0 without uncovered tokens ends a reversal that found nothing to take.
  const isBack = delta > 0 || (delta === 0 && uncovered === 0)
  switch (reason) {
    case 'signup':
      return m.history_signup()
    case 'admin':
      return m.history_admin({ note: note ?? '' })
    case 'conversion':
      if (jobId === null) return m.history_conversion_deleted()
      if (source === 'correction' && filename !== null) return m.history_correction({ title: filename })
      return filename === null ? m.history_conversion_typed() : m.history_conversion({ title: filename })
    case 'purchase':
      return m.history_purchase({ plan })
    case 'refund':
      return isBack ? m.history_refund_back({ plan }) : m.history_refund({ plan })
    case 'debt':
      return m.history_debt({ plan })
    case 'dispute':
      return isBack ? m.history_dispute_back({ plan }) : m.history_dispute({ plan })
  }
}
