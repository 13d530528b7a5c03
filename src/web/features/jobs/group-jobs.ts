import type { Job } from '#api/conversions.ts'

/** A saved conversion, or those of one file that was converted in parts, the newest first. */
export type JobGroup = readonly [Job, ...Job[]]

/**
 * Joins the first prices of a file and the rest that was converted afterwards (CONV-05): a rest belongs to the first part
 * before it, where no other job of a file of the same name was saved between them. Rows that were typed have no name to
 * tell them by.
 *
 * A list of jobs has no rows to compare. If a first part was deleted, its rest is therefore joined to an earlier first
 * part of the same name that has no rest of its own. Only the line in the account is affected: a file is made of the jobs
 * whose rows it has (`findParts`).
 * @param jobs newest first
 * @returns newest first, by the newest job of each
 */
export function groupJobs(jobs: readonly Job[]): JobGroup[] {
  const groups: [Job, ...Job[]][] = []
  /** First parts whose rest may follow, by the name of their file. */
  const firstParts = new Map<string, [Job, ...Job[]]>()
  for (const job of jobs.toReversed()) {
    const { filename, source, part } = job
    const group: [Job, ...Job[]] = [job]
    const key = filename === null ? undefined : `${source}\n${filename}`
    const first = key === undefined ? undefined : firstParts.get(key)
    if (key !== undefined) firstParts.delete(key)
    if (first && part === 'rest') first.unshift(job)
    else groups.push(group)
    if (key !== undefined && part === 'first') firstParts.set(key, group)
  }
  return groups.sort(([one], [other]) => other.createdAt.localeCompare(one.createdAt))
}
