import { m } from '#i18n/messages/messages.js'

/** The headers of a table of files: the number of their prices, and the sums in both currencies. */
export const AmountHeads = () => (
  <>
    <th scope="col" className="amount">
      {m.jobs_prices()}
    </th>
    <th scope="col" className="amount lev">
      {m.word_leva()}
    </th>
    <th scope="col" className="amount euro">
      {m.word_euro()}
    </th>
  </>
)
