import { useState } from 'react'
import type { Job } from '#api/conversions.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { formatAmount, formatCount, formatMoney } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { useDateTimeText } from '../../ui/date-time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProtocolDialog } from '../results/protocol-dialog.tsx'
import { GiveFileDialog } from './give-file-dialog.tsx'
import { JobDetails } from './job-details.tsx'
import { type JobAction, JobMenu } from './job-menu.tsx'
import { type JobProps, jobTitleId, useJob } from './use-job.ts'

export const JOB_COLUMNS = 6

/** One saved conversion: a line, and below it on demand its counts and a preview of its rows (AUTH-07..09). */
export function JobRow(props: JobProps) {
  const { job } = props
  const lang = useLang()
  const dateText = useDateTimeText()
  const { name, note, title, isCorrection, preview, isOpen, isBusy, asked, ...act } = useJob(props)
  const [isProtocol, setProtocol] = useState(false)
  // Jobs of earlier versions have no totals until their rows are read.
  const totals = job.totals
    ? { bgn: minorUnitsOfJson(job.totals.bgn), eur: minorUnitsOfJson(job.totals.eur) }
    : preview?.totals
  // On a phone the sums are next to the row, where they are larger.
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
      <tr
        data-job={job.id}
        className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:items-center max-sm:py-1.5"
      >
        <td className="sm:w-full sm:min-w-36 max-sm:h-auto! max-sm:border-t-0!">
          <button
            type="button"
            id={jobTitleId(job.id)}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? m.job_hide() : m.job_show()}: ${title}`}
            aria-disabled={isBusy || undefined}
            onClick={isBusy ? undefined : () => void act.toggle()}
            className="flex min-h-9 w-full items-center gap-2 rounded-small py-1.5 text-start font-semibold wrap-anywhere hover:underline pointer-coarse:min-h-11"
          >
            <Icon
              name="chevron"
              className={`size-4 text-muted transition-transform duration-120 motion-reduce:transition-none ${isOpen ? '' : '-rotate-90'}`}
            />
            <span data-testid="job-title">
              {name}{' '}
              {note !== undefined && (
                <span className="block text-small font-medium text-muted sm:whitespace-nowrap">{note}</span>
              )}
            </span>
          </button>
        </td>
        <td
          className={`text-muted max-sm:order-4 max-sm:whitespace-nowrap sm:min-w-30 xl:whitespace-nowrap max-sm:h-auto! max-sm:border-t-0! max-sm:ps-8! ${isSumBelow ? 'max-sm:col-span-full' : ''}`}
        >
          <time dateTime={job.createdAt}>{dateText(job.createdAt)}</time>
          <span role="status" className="font-semibold text-ink">
            {isBusy ? ` · ${m.loading()}…` : ''}
          </span>
        </td>
        <td className="amount max-sm:hidden">{formatCount(job.validRows, lang)}</td>
        <td
          className={`amount lev max-sm:order-5 max-sm:col-span-2 max-sm:h-auto! max-sm:border-t-0! ${isSumBelow ? 'max-sm:hidden' : ''}`}
        >
          {totals ? <Total hundredths={totals.bgn} currency={NATIONAL} /> : '–'}
        </td>
        <td
          className={`amount euro max-sm:order-2 max-sm:h-auto! max-sm:rounded-small max-sm:border-t-0! max-sm:py-1! ${isSumBelow ? 'max-sm:hidden' : ''}`}
        >
          {totals ? <Total hundredths={totals.eur} currency={EURO} /> : '–'}
        </td>
        <td
          className={`amount max-sm:order-3 max-sm:h-auto! max-sm:border-t-0! ${isSumBelow ? 'max-sm:col-span-2' : ''}`}
        >
          <span className="inline-flex items-center">
            {inRow.map(({ name, icon, run, isWide = false }) => (
              <Button
                key={name}
                look="plain"
                size="small"
                // The open job has the same buttons, with more room.
                className={`px-2.5! ${isWide ? 'max-xl:hidden' : ''} ${isOpen ? 'invisible' : ''}`}
                aria-label={`${name}: ${title}`}
                isUnavailable={isBusy}
                onClick={run}
              >
                <Icon name={icon} />
                <span className="max-xl:sr-only">{name}</span>
              </Button>
            ))}
            <JobMenu title={title} isBusy={isBusy} actions={actions} />
          </span>
        </td>
      </tr>
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
                className={`max-sm:px-1! ${isCorrection ? 'max-sm:col-span-2' : ''}`}
                isUnavailable={isBusy}
                onClick={open.run}
              >
                {open.name}
              </Button>
            </JobDetails>
          </td>
        </tr>
      )}
      {asked && (
        <GiveFileDialog
          text={isCorrection ? m.give_file_corrected() : m.give_file_text()}
          isBusy={isBusy}
          error={asked.error}
          onFile={(file) => void act.makeFile({ kind: 'own', file })}
          onDismiss={act.stopAsking}
        />
      )}
      {isProtocol && (
        <ProtocolDialog
          onExport={(kind, input) => {
            setProtocol(false)
            void act.makeFile({ kind, input })
          }}
          onDismiss={() => setProtocol(false)}
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

/** The columns name the currency; on a phone, where they have no heads, the amount does. */
function Total({ hundredths, currency }: { hundredths: number; currency: Currency }) {
  const lang = useLang()
  return (
    <>
      <span className="max-sm:hidden">{formatAmount(hundredths, lang)}</span>
      <span className="sm:hidden">{formatMoney(hundredths, currency, lang)}</span>
    </>
  )
}
