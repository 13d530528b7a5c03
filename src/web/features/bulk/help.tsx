import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../ui/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { clearHistory } from '#engine/storage/history.ts'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../../routing/location.ts'
import { DetailsChevron, Icon } from '../../ui/icon.tsx'
import { downloadFile } from '../file/download-file.ts'
import { TEMPLATE_KINDS, type TemplateKind, makeTemplate } from '#reports/templates.ts'

/** Clears the conversion history, which stays on the device after sign-out. */
function ClearHistory() {
  async function clear() {
    if (await clearHistory()) toasts.show(m.device_memory_forgotten())
    else toasts.show(m.device_memory_failed(), 'destructive')
  }
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h3 className="text-base">{m.device_memory_title()}</h3>
      <p className="text-muted">{m.device_memory_text()}</p>
      <Button look="tinted" onClick={() => void clear()}>
        {m.device_memory_forget()}
      </Button>
    </div>
  )
}

/** The steps of a conversion, with templates to download (BULK-14). */
export function BulkHelp({ isOpen }: { isOpen: boolean }) {
  const steps = [m.help_step_rows, m.help_step_review, m.help_step_convert, m.help_step_results]
  return (
    <details open={isOpen} className="group border-y border-line">
      <summary className="flex min-h-14 items-center justify-between gap-3 text-lead font-bold">
        {m.help_title()}
        <DetailsChevron />
      </summary>
      <div className="grid gap-x-12 gap-y-8 pt-2 pb-8 md:grid-cols-[3fr_2fr]">
        <ol className="grid max-w-prose list-decimal content-start gap-2.5 ps-6 marker:font-bold marker:text-muted">
          {steps.map((step, i) => (
            <li key={i} className="ps-1">
              {step()}
            </li>
          ))}
        </ol>
        <div className="grid content-start gap-8">
          <div className="grid content-start gap-3">
            <h3 className="text-base">{m.help_templates()}</h3>
            <p className="text-muted">{m.help_templates_text()}</p>
            <div className="flex flex-wrap gap-3">
              {TEMPLATE_KINDS.map((kind) => (
                <TemplateButton key={kind} kind={kind} />
              ))}
            </div>
          </div>
          <ClearHistory />
        </div>
      </div>
    </details>
  )
}

function TemplateButton({ kind }: { kind: TemplateKind }) {
  const lang = useLang()
  const format = kind.toUpperCase()
  const fileName = `${PRODUCT.slug}-${m.help_template_file()}.${kind}`
  return (
    <Button
      look="tinted"
      aria-label={m.help_template({ format })}
      onClick={() => void downloadFile(() => makeTemplate(kind, lang), fileName)}
    >
      <Icon name="download" />
      {format}
    </Button>
  )
}
