import { useEffect, useRef, useState } from 'react'
import { m } from '../i18n/messages/messages.js'
import { useSession } from '../session/session.ts'
import { useAlerts } from '../shell/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { bulk } from './bulk-client.ts'
import { ChooseInput } from './choose-input.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { ConvertBar } from './convert-bar.tsx'
import { CountsLine } from './counts-line.tsx'
import { DropOverlay } from './drop-overlay.tsx'
import { FileCard } from './file-card.tsx'
import { Notices } from './notices.tsx'
import { readErrorText } from './read-error-text.ts'
import { ResultsSection } from './results-section.tsx'
import { RowsTable } from './rows-table.tsx'
import type { ResultsFacts, Snapshot } from './snapshot.ts'
import { useBulk } from './use-bulk.ts'
import { useConversion } from './use-conversion.tsx'
import { useReread } from './use-reread.ts'

const MANUAL_ROWS_AT_FIRST = 5

const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

/** Whole catalogues: a file or typed rows in, results out. */
export default function BulkConverter() {
  const state = useBulk()
  const { confirm } = useAlerts()
  const [isMapping, setMapping] = useState(false)
  const { rows, phase, results, revision } = state
  const reread = useReread(rows)
  const hasOwnResults = useOwnResults(results)
  const conversion = useConversion(
    rows,
    () => setMapping(true),
    () => focusOn('results-title'),
  )
  const needsColumns =
    rows?.file !== undefined &&
    rows.file.format !== 'json' &&
    (!rows.columnsKnown || rows.counts.validRows === 0)
  useWhenReady(state, () => {
    if (needsColumns) setMapping(true)
    else focusOn('file-title')
  })

  async function take(file: File) {
    if (phase === 'converting' || phase === 'parsing') return
    if (rows && !(await confirmClear())) return
    await bulk.ask('open', file).catch(() => undefined)
  }

  const confirmClear = () =>
    confirm({
      title: m.clear_rows_title(),
      text: m.clear_rows_text(),
      action: m.clear_rows_action(),
      danger: true,
    })

  async function clear() {
    if (await confirmClear()) await bulk.ask('clearRows')
  }

  return (
    <div className="grid grid-cols-1 gap-10">
      <DropOverlay onFile={(file) => void take(file)} />
      {phase === 'starting' && <div className="min-h-72" aria-busy="true" />}
      {phase === 'idle' && (
        <ChooseInput
          onFile={(file) => void take(file)}
          onManual={() =>
            void bulk.ask('startManual', MANUAL_ROWS_AT_FIRST).then(() => focusOn('rows-title'))
          }
        />
      )}
      {phase === 'parsing' && <Parsing state={state} />}
      {phase === 'error' && <ReadFailure state={state} />}
      {rows && (phase === 'ready' || phase === 'converting') && (
        <div className="grid grid-cols-1 gap-6" aria-busy={phase === 'converting'}>
          {rows.file ? (
            <FileCard
              rows={{ ...rows, file: rows.file }}
              onConvert={conversion.start}
              onEdit={() => focusOn('rows-title')}
              onColumns={() => setMapping(true)}
              onRemove={() => void (rows.isEdited ? clear() : bulk.ask('clearRows'))}
            />
          ) : (
            <CountsLine counts={rows.counts} />
          )}
          <Notices rows={rows} />
          <fieldset disabled={phase === 'converting'} className="contents">
            <RowsTable rows={rows} revision={revision} />
          </fieldset>
          <ConvertBar
            counts={rows.counts}
            isConverting={phase === 'converting'}
            onConvert={conversion.start}
            onClear={() => void clear()}
          />
        </div>
      )}
      {results && hasOwnResults && (
        <ResultsSection key={results.jobId} results={results} revision={revision} />
      )}
      {conversion.dialog}
      {isMapping && rows?.file && rows.choices && (
        <ColumnsDialog
          file={rows.file}
          choices={rows.choices}
          onDismiss={() => setMapping(false)}
          onApply={(choices) => {
            setMapping(false)
            void reread.rows(choices, true).then(() => focusOn('file-title'))
          }}
        />
      )}
    </div>
  )
}

/**
 * Whether the results on this device are those of whoever is here. Others' are forgotten as soon as that is known: their
 * person has signed out, in another tab or by time, or somebody else has signed in (CONV-04).
 */
function useOwnResults(results: ResultsFacts | null): boolean {
  const session = useSession()
  const isOthers =
    results !== null &&
    ((session.status === 'signed-out' && session.known) ||
      (session.status === 'signed-in' && results.owner !== '' && session.email !== results.owner))
  useEffect(() => {
    if (isOthers) void bulk.forgetResults()
  }, [isOthers])
  return results !== null && !isOthers && session.status !== 'loading'
}

/** Runs once each time a file has just been read. */
function useWhenReady({ phase }: Snapshot, run: () => void): void {
  const before = useRef(phase)
  useEffect(() => {
    if (before.current === 'parsing' && phase === 'ready') run()
    before.current = phase
  })
}

function Parsing({ state }: { state: Snapshot }) {
  const percent = Math.round(state.progress * 100)
  return (
    <section aria-labelledby="parsing-title" className="grid max-w-prose gap-4 border-y border-line py-6">
      <h2 id="parsing-title" className="text-xl">
        {m.parsing()}
      </h2>
      <p className="wrap-anywhere text-muted">{state.fileName}</p>
      <progress
        className="h-2 w-full accent-action"
        aria-labelledby="parsing-title"
        {...(state.progress > 0 && { value: percent })}
        max={100}
      />
      <div>
        <Button look="plain" onClick={() => void bulk.cancel()}>
          {m.cancel()}
        </Button>
      </div>
    </section>
  )
}

function ReadFailure({ state }: { state: Snapshot }) {
  if (!state.error) return null
  const { title, text, items } = readErrorText(state.error, state.fileName)
  return (
    <section
      role="alert"
      className="grid max-w-prose gap-3 border-s-4 border-invalid bg-invalid-soft p-5 sm:p-7"
    >
      <h2 className="flex items-start gap-2 text-xl">
        <Icon name="warning" className="mt-0.5 size-6 text-invalid" />
        {title}
      </h2>
      {state.fileName && <p className="wrap-anywhere text-muted">{state.fileName}</p>}
      <p>{text}</p>
      {items.length > 0 && (
        <ul className="list-disc ps-5">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      <div className="mt-2">
        <Button look="action" onClick={() => void bulk.ask('clearRows')}>
          {m.try_another_file()}
        </Button>
      </div>
    </section>
  )
}
