import type { logout } from '#api/auth.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { toasts } from '../../ui/toasts.tsx'

const question = () => ({
  title: m.shared_computer_title(),
  text: m.shared_computer_confirm(),
  action: m.shared_computer(),
  danger: true,
})

/** Signs out, removes everything that the site keeps in this browser, and loads the home page anew. */
export function SharedComputer() {
  const lang = useLang()
  const { confirm } = useAlerts()

  async function leave() {
    if (!(await confirm(question()))) return
    try {
      // Loaded before the server is called: without them the user's rows would remain on the device.
      const { bulk } = await import('#engine/bulk/client.ts')
      const { clearDevice } = await import('#engine/storage/clear-device.ts')
      await call<typeof logout>('POST /api/auth/logout', { body: { isShared: true } })
      await bulk.forget().catch(() => undefined)
      await clearDevice()
      window.location.replace(pathOf('home', lang))
    } catch {
      toasts.show(m.network_error(), 'destructive')
    }
  }

  return (
    <div>
      <Button look="plain" className="-ms-3" onClick={() => void leave()}>
        {m.shared_computer()}
      </Button>
      <p className="text-small text-muted">{m.shared_computer_text()}</p>
    </div>
  )
}
