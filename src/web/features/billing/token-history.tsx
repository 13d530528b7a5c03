import type { TokenEntry } from '#api/account.ts'
import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { planName } from './plan-list.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { HeaderCell } from '../results/header-cell.tsx'
import { PagedList } from './paged-list.tsx'

type Page = { entries: TokenEntry[]; total: number }

const entryId = ({ seq }: TokenEntry): string => `entry-${seq}`

/** Every grant, charge and purchase, with the balance after it, newest first (AUTH-11). */
export function TokenHistory() {
  return (
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
}

function Entries({ entries }: { entries: TokenEntry[] }) {
  return (
    <table className="w-full max-sm:block" data-testid="history">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line-strong text-start">
          <HeaderCell className="pe-6 text-start">{m.history_when()}</HeaderCell>
          <HeaderCell className="pe-6 text-start">{m.history_what()}</HeaderCell>
          <HeaderCell className="pe-6 text-end">{m.history_change()}</HeaderCell>
          <HeaderCell className="text-end">{m.history_balance()}</HeaderCell>
        </tr>
      </thead>
      <tbody className="max-sm:block max-sm:border-t max-sm:border-line-strong">
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

const SIGN: Partial<Record<number, string>> = { [-1]: '−', [1]: '+' }

function Entry({ entry }: { entry: TokenEntry }) {
  const lang = useLang()
  const { at, delta, balanceAfter, uncovered } = entry
  const change = `${SIGN[Math.sign(delta)] ?? ''}${formatCount(Math.abs(delta), lang)}`
  return (
    <tr
      id={entryId(entry)}
      tabIndex={-1}
      className="border-b border-line outline-offset-[-2px] max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:py-3"
    >
      <td className="py-2.5 pe-6 text-muted max-sm:order-3 max-sm:py-0 max-sm:pe-0 sm:whitespace-nowrap">
        <DateTime at={at} />
      </td>
      <td className="py-2.5 pe-6 wrap-anywhere max-sm:order-1 max-sm:py-0 max-sm:pe-0">
        {entryText(entry, lang)}
        {uncovered > 0 && (
          <span className="block text-muted">
            {m.history_uncovered({
              tokens: m.tokens_for({ count: uncovered, n: formatCount(uncovered, lang) }),
            })}
          </span>
        )}
      </td>
      <td
        className={`py-2.5 pe-6 text-end font-semibold whitespace-nowrap max-sm:order-2 max-sm:py-0 max-sm:pe-0 ${delta > 0 ? 'text-ink' : ''}`}
      >
        {change}
      </td>
      <td className="py-2.5 text-end whitespace-nowrap max-sm:order-4 max-sm:py-0 max-sm:text-muted">
        <span className="sm:hidden">{m.history_balance()}: </span>
        {formatCount(balanceAfter, lang)}
      </td>
    </tr>
  )
}

/** The reason of an entry as text. */
function entryText(
  { reason, delta, uncovered, jobId, filename, note, plan: id }: TokenEntry,
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
      return filename === null ? m.history_conversion_typed() : m.history_conversion({ title: filename })
    case 'purchase':
      return m.history_purchase({ plan })
    case 'refund':
      return isBack ? m.history_refund_back({ plan }) : m.history_refund({ plan })
    case 'dispute':
      return isBack ? m.history_dispute_back({ plan }) : m.history_dispute({ plan })
  }
}
