import { m } from '#i18n/messages/messages.js'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../../../routing/location.ts'
import { saveFile } from '../../../ui/browser.ts'
import { Button } from '../../../ui/button.tsx'
import { copyWithToast } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const lang = useLang()
  const text = `${PRODUCT.name[lang]}\n\n${codes.join('\n')}\n`
  const actions = (
    <>
      <Button look="tinted" onClick={() => void copyWithToast(codes.join('\n'))}>
        <Icon name="copy" />
        {m.copy()}
      </Button>
      <Button
        look="tinted"
        onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), `${PRODUCT.slug}-codes.txt`)}
      >
        <Icon name="download" />
        {m.recovery_codes_download()}
      </Button>
      <Button look="filled" onClick={onClose}>
        {m.recovery_codes_kept()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.recovery_codes_title()} onDismiss={() => undefined} actions={actions}>
      <p>{m.recovery_codes_text()}</p>
      <ol
        translate="no"
        className="grid gap-1.5 rounded-base bg-sunken p-4 font-mono text-small"
        data-testid="codes"
      >
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
