import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../../ui/toasts.tsx'
import { Button } from '../../../ui/button.tsx'
import { HISTORY } from '#engine/storage/history.ts'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../../../routing/location.ts'
import { DetailsChevron } from '../../../ui/icon.tsx'
import { downloadFile } from '../../file/download-file.ts'
import { TEMPLATE_KINDS, type TemplateKind, makeTemplate } from '#reports/templates.ts'

/** Clears the conversion history, which stays on the device after sign-out. */
function ClearHistory() {
  async function clear() {
    if (await HISTORY.clear()) toasts.show(m.device_memory_forgotten())
    else toasts.show(m.device_memory_failed(), 'destructive')
  }
  return (
    <div className="grid content-start justify-items-start gap-2 pb-2">
      <h3 className="text-base">{m.device_memory_title()}</h3>
      <p className="text-muted">{m.device_memory_text()}</p>
      <Button look="tinted" onClick={() => void clear()}>
        {m.device_memory_forget()}
      </Button>
    </div>
  )
}

/** The steps of a conversion, folded (BULK-14). */
export function BulkHelp({ hasTemplates = false }: { hasTemplates?: boolean }) {
  const steps = [m.help_step_rows, m.help_step_review, m.help_step_convert, m.help_step_results]
  return (
    <details className="group px-1 print:hidden">
      <summary className="flex min-h-9 items-center gap-1.5 text-muted pointer-coarse:min-h-11">
        {m.help_title()}
        <DetailsChevron className="size-4" />
      </summary>
      <ol className="grid max-w-prose list-decimal content-start gap-2 py-3 ps-6 marker:font-bold marker:text-muted">
        {steps.map((step, i) => (
          <li key={i} className="ps-1">
            {step()}
          </li>
        ))}
      </ol>
      {hasTemplates && <TemplateLinks />}
      <ClearHistory />
    </details>
  )
}

/** Empty lists to fill in, each of which converts without a correction. */
export function TemplateLinks() {
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-1 text-muted">
      {m.bulk_template_line()}
      {/* Together in one line, whichever that is. */}
      <span className="-mx-1.5 flex">
        {TEMPLATE_KINDS.map((kind) => (
          <TemplateButton key={kind} kind={kind} />
        ))}
      </span>
    </p>
  )
}

function TemplateButton({ kind }: { kind: TemplateKind }) {
  const lang = useLang()
  const format = kind.toUpperCase()
  const fileName = `${PRODUCT.slug}-${m.help_template_file()}.${kind}`
  return (
    <Button
      look="plain"
      size="small"
      className="px-1.5! underline decoration-line-strong underline-offset-4"
      aria-label={m.help_template({ format })}
      onClick={() => void downloadFile(() => makeTemplate(kind, lang), fileName)}
    >
      {format}
    </Button>
  )
}
