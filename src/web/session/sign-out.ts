import type { logout } from '#api/auth.ts'
import { call } from '#engine/http/client.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { useAlerts } from '../ui/alerts.tsx'
import { toasts } from '../ui/toasts.ts'
import { useLeave } from './use-leave.ts'

const signOutQuestion = () => ({
  title: m.sign_out_title(),
  text: m.sign_out_text(),
  action: m.nav_logout(),
  danger: true,
})

/** Ends the session on the server, then goes home (AUTH-04). */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave()
  const lang = useLang()
  const { confirm } = useAlerts()
  return async () => {
    try {
      // First what is needed to forget the rows: without it nobody is signed out with their rows left behind.
      const { bulk } = await import('#engine/bulk/client.ts')
      if ((await bulk.hasRows()) && !(await confirm(signOutQuestion()))) return
      await call<typeof logout>('POST /api/auth/logout', {})
      await leave(pathOf('home', lang), bulk)
      toasts.show(m.signed_out())
    } catch {
      toasts.show(m.network_error(), 'destructive')
    }
  }
}
