import type { logout } from '#contract/accounts.ts'
import { call } from '../api/call.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pathOf } from '../i18n/paths.ts'
import { useAlerts } from '../shell/alerts.tsx'
import { toasts } from '../shell/toast-stack.ts'
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
      const { bulk } = await import('../bulk/bulk-client.ts')
      if ((await bulk.hasRows()) && !(await confirm(signOutQuestion()))) return
      await call<typeof logout>('POST /api/auth/logout', {})
      await leave(pathOf('home', lang), bulk)
      toasts.show(m.signed_out())
    } catch {
      toasts.show(m.network_error(), 'destructive')
    }
  }
}
