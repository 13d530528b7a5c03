import { CodeName } from './code-name.tsx'
import type { DeveloperWords, ShownRefusal } from './text.ts'

const byStatus = (one: ShownRefusal, other: ShownRefusal): number => Number(one.status) - Number(other.status)

/** Every code there is, with its status. */
export function RefusedTable({ words: { codes, refused } }: { words: DeveloperWords }) {
  return (
    <table aria-labelledby="codes" className="w-full table-fixed text-sm">
      <thead>
        <tr className="text-start align-bottom">
          <th scope="col" className="w-34 py-1.5 pe-3 text-start font-semibold sm:w-80">
            {codes.code}
          </th>
          <th scope="col" className="py-1.5 text-start font-semibold">
            {codes.meaning}
          </th>
        </tr>
      </thead>
      <tbody>
        {refused.toSorted(byStatus).map(({ status, code, sentence }) => (
          <tr key={code} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              <span className="block font-mono text-muted sm:inline-block sm:w-20">{status}</span>{' '}
              <CodeName name={code} />
            </th>
            <td className="py-1.5 wrap-anywhere">{sentence}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
