import { formatRate } from '#money/format.ts'
import type { Stotinki } from '#money/amount.ts'
import { centsFromStotinki } from '#money/convert.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'

const EXAMPLES = [1250, 1000, 310, 99999] as Stotinki[]

/** The emblem of the product: the rate, and what it does to a few prices. */
export function RateEmblem() {
  const lang = useLang()
  return (
    <figure className="border-y-2 border-ink py-5">
      <figcaption className="text-muted">{m.rate_caption()}</figcaption>
      <p className="my-3 flex flex-wrap items-baseline gap-x-3 text-4xl font-extrabold tracking-tight sm:text-5xl">
        <span className="-ms-1 text-euro">1 €</span>
        <span className="font-medium text-muted">=</span>
        <span className="text-lev">
          {formatRate(lang)} <span className="text-2xl font-semibold">{m.lev_short()}</span>
        </span>
      </p>
      <table className="w-full border-t border-line text-lg">
        <caption className="sr-only">{m.rate_examples()}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{m.word_leva()}</th>
            <th scope="col">{m.word_euro()}</th>
          </tr>
        </thead>
        <tbody>
          {EXAMPLES.map((stotinki) => (
            <tr key={stotinki} className="border-b border-line last:border-b-0">
              <td className="w-2/5 py-2 text-end">
                <Money hundredths={stotinki} currency="BGN" />
              </td>
              <td className="text-center text-muted" aria-hidden="true">
                →
              </td>
              <td className="w-2/5 py-2 pe-8 text-end">
                <Money hundredths={centsFromStotinki(stotinki)} currency="EUR" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
