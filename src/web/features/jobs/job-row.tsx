import { useState } from 'react'
import type { Job } from '#api/conversions.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProtocolDialog } from '../results/protocol-dialog.tsx'
import { GiveFileDialog } from './give-file-dialog.tsx'
import { JobDetails } from './job-details.tsx'
import { JobLine } from './job-line.tsx'
import type { JobAction } from './job-menu.tsx'
import { type JobProps, jobTitleId, useJob } from './use-job.ts'

export const JOB_COLUMNS = 6

/** One saved conversion: a line, and below it on demand its counts and a preview of its rows (AUTH-07..09). */
export function JobRow({ isPart = false, ...props }: JobProps & { isPart?: boolean }) {
  const { job } = props
  const saved = useJob(props)
  const { name, note, title, isCorrection, preview, isOpen, isBusy, ...act } = saved
  const [isProtocol, setProtocol] = useState(false)
  // Jobs of earlier versions have no totals until their rows are read.
  const totals = job.totals
    ? { bgn: minorUnitsOfJson(job.totals.bgn), eur: minorUnitsOfJson(job.totals.eur) }
    : preview?.totals
  // The sums are below the line, where they are larger.
  const isSumBelow = isOpen && !isCorrection
  const download = () => void act.makeFile({ kind: job.filename === null ? 'xlsx' : 'own' })
  const downloadOwn: JobAction = {
    name: job.filename === null ? 'XLSX' : m.job_download(),
    icon: 'download',
    run: download,
    isInRow: true,
  }
  const protocol: JobAction = {
    name: m.protocol(),
    icon: 'file',
    run: () => setProtocol(true),
    isInRow: true,
    isWide: true,
  }
  const inRow = isCorrection ? [downloadOwn] : [downloadOwn, protocol]
  // Corrected prices are shown by the price check: the converter would add prices to the wrong ones.
  const open: JobAction = isCorrection
    ? { name: m.job_to_check(), icon: 'next', run: act.toCheck }
    : { name: m.job_open(), icon: 'next', run: () => void act.openResults() }
  const actions: JobAction[] = [
    ...inRow,
    open,
    { name: 'CSV', icon: 'download', run: () => void act.download('csv') },
    { name: 'JSON', icon: 'download', run: () => void act.download('json') },
    { name: m.job_delete(), icon: 'trash', run: () => void act.remove(), isDanger: true },
  ]
  return (
    <>
      <JobLine
        jobId={job.id}
        titleId={jobTitleId(job.id)}
        name={isPart && note !== undefined ? note : name}
        note={isPart ? undefined : note}
        title={title}
        isPart={isPart}
        isOpen={isOpen}
        isBusy={isBusy}
        createdAt={job.createdAt}
        prices={job.validRows}
        totals={totals}
        isSumBelow={isSumBelow}
        hasButtonsBelow={isOpen}
        actions={actions}
        onToggle={() => void act.toggle()}
      />
      {isOpen && preview && (
        <tr className="max-sm:block">
          <td colSpan={JOB_COLUMNS} className="bg-raised! p-0! max-sm:block max-sm:h-auto!">
            <JobDetails job={job} preview={preview} title={title}>
              <Button
                look="filled"
                size="large"
                className="max-sm:col-span-2 max-sm:px-3! max-sm:text-base!"
                isUnavailable={isBusy}
                onClick={download}
              >
                <Icon name="download" />
                {ownFileLabel(job)}
              </Button>
              {!isCorrection && (
                <Button look="tinted" isUnavailable={isBusy} onClick={protocol.run}>
                  <Icon name="file" />
                  {protocol.name}
                </Button>
              )}
              <Button
                look="plain"
                className={`max-sm:px-1! max-sm:whitespace-nowrap ${isCorrection ? 'max-sm:col-span-2' : ''}`}
                isUnavailable={isBusy}
                onClick={open.run}
              >
                {open.name}
              </Button>
            </JobDetails>
          </td>
        </tr>
      )}
      <JobDialogs saved={saved} isProtocol={isProtocol} onProtocolDismiss={() => setProtocol(false)} />
    </>
  )
}

type DialogsProps = {
  saved: ReturnType<typeof useJob>
  isProtocol: boolean
  onProtocolDismiss: () => void
}

/** Asks for the user's file, or for what the protocol is to state. */
export function JobDialogs({ saved, isProtocol, onProtocolDismiss }: DialogsProps) {
  return (
    <>
      {saved.asked && (
        <GiveFileDialog
          text={saved.isCorrection ? m.give_file_corrected() : m.give_file_text()}
          isBusy={saved.isBusy}
          error={saved.asked.error}
          onFile={(file) => void saved.makeFile({ kind: 'own', file })}
          onDismiss={saved.stopAsking}
        />
      )}
      {isProtocol && (
        <ProtocolDialog
          onExport={(kind, input) => {
            onProtocolDismiss()
            void saved.makeFile({ kind, input })
          }}
          onDismiss={onProtocolDismiss}
        />
      )}
    </>
  )
}

/** What the main download of a job is. */
function ownFileLabel({ source, filename }: Job): string {
  if (source === 'correction') return m.job_own_corrected()
  return filename === null ? m.job_own_typed() : m.job_own()
}
