import type { Job } from '#api/conversions.ts'

/** A saved conversion, or those of one file that was converted in parts, the newest first. */
export type JobGroup = readonly [Job, ...Job[]]

/**
 * Joins the first prices of a file and the rest that was converted afterwards (CONV-05): a rest belongs to the latest first
 * part before it of a file of the same name. Rows that were typed have no name to tell them by.
 * @param jobs newest first
 * @returns newest first, by the newest job of each
 */
export function groupJobs(jobs: readonly Job[]): JobGroup[] {
  const groups: [Job, ...Job[]][] = []
  const firstParts = new Map<string, [Job, ...Job[]]>()
  for (const job of jobs.toReversed()) {
    const { filename, source, part } = job
    const key = filename === null ? undefined : `${source}\n${filename}`
    const first = part === 'rest' && key !== undefined ? firstParts.get(key) : undefined
    if (first) {
      first.unshift(job)
      continue
    }
    const group: [Job, ...Job[]] = [job]
    groups.push(group)
    if (part === 'first' && key !== undefined) firstParts.set(key, group)
  }
  return groups.sort(([one], [other]) => other.createdAt.localeCompare(one.createdAt))
}
