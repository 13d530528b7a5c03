import { UsageError } from '../args.ts'
import { CliError } from '../error.ts'
import { isSameFile, printFailure, write } from '../output.ts'
import { Findings } from './findings.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import type { CheckFormat, CheckRequest } from './request.ts'
import { sarifReport } from './sarif.ts'

const REPORTS: Readonly<Record<Exclude<CheckFormat, 'json'>, (findings: Findings) => Iterable<string>>> = {
  github: githubReport,
  junit: junitReport,
  sarif: (findings) => [sarifReport(findings)],
}

/**
 * Checks all files and writes one report on them (OPEN-06), also where some could not be checked: those are in it too.
 * @param checkAll checks the files of a request
 * @returns the exit status of the check
 */
export async function reportFindings(
  request: CheckRequest,
  format: keyof typeof REPORTS,
  checkAll: (request: CheckRequest) => Promise<number>,
): Promise<number> {
  const { out } = request
  const findings = new Findings()
  const onFailed = (source: string, file: string, error: unknown) => {
    findings.addFailure({ source, file, text: error instanceof Error ? error.message : String(error) })
  }
  let status: number
  try {
    status = await checkAll({ ...request, out: undefined, findings, onFailed })
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    onFailed(request.source, request.file, error)
    printFailure(error)
    status = 1
  }
  const read = [...findings.files, ...findings.failures].map(({ file }) => file)
  const inputs = request.recipe === undefined ? read : [...read, request.recipe]
  if (out !== undefined && inputs.some((input) => isSameFile(out, input)))
    throw new UsageError('--out would overwrite a file that was read.')
  await write(out, REPORTS[format](findings), request.file)
  return status
}
