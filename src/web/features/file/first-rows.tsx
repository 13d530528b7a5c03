import { columnTitle } from '#reports/labels.ts'
import type { FileSummary } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'

const COUNT = 6

/** The first values of each column, to find the columns of the prices by. */
export function FirstRows({ file: { detection } }: { file: FileSummary }) {
  const { all } = detection
  const count = Math.min(COUNT, Math.max(0, ...all.map(({ samples }) => samples.length)))
  if (count === 0) return null
  const ink = (index: number) => (all[index]?.isPriced ? 'text-end!' : '')
  return (
    <div className="sheet min-w-0" data-testid="first-rows">
      <h2 id="first-rows" className="px-3.5 py-2 text-lead">
        {m.columns_samples()}
      </h2>
      <div
        className="fades-end overflow-x-auto border-t border-line outline-offset-[-3px]"
        role="region"
        aria-labelledby="first-rows"
        tabIndex={0}
      >
        <table aria-labelledby="first-rows">
          <thead>
            <tr>
              {all.map(({ index, title }) => (
                <th key={index} scope="col" className={`max-w-48 truncate ${ink(index)}`}>
                  {columnTitle(index, title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, line) => (
              <tr key={line}>
                {all.map(({ index, samples }) => (
                  <td key={index} className={`max-w-48 truncate ${ink(index)}`}>
                    {samples[line] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
