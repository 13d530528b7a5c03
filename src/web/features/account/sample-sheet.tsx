import { m } from '#i18n/messages/messages.js'
import type { MinorUnits } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { NATIONAL } from '#money/currency.ts'
import { formatAmount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'

/** Goods with prices in hundredths of a lev, of the list that the home page offers as a sample. */
const ROWS = [
  [m.home_goods_cheese, 12_50],
  [m.home_goods_coffee, 38_90],
  [m.home_goods_machine, 1234_00],
  [m.home_goods_sugar, 4_20],
] as const

/** What a price list becomes, for visitors without one. */
export function SampleSheet() {
  const lang = useLang()
  return (
    <figure className="sheet max-lg:hidden">
      <figcaption className="border-b border-line px-3.5 py-2 font-bold">
        {m.home_sample_file()}.csv
      </figcaption>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.home_sheet_item()}</th>
            <th scope="col" className="amount lev">
              {m.word_leva()}
            </th>
            <th scope="col" className="amount euro">
              {m.word_euro()}
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, price]) => (
            <tr key={price}>
              <td>{name()}</td>
              <td className="amount lev">{formatAmount(price, lang)}</td>
              <td className="amount euro">
                {formatAmount(convertMinorUnits(price as MinorUnits<'national'>, NATIONAL).euro, lang)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
