import type { ReactNode } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'

/** Something to know before tokens are spent. */
export function Notice({ icon = 'warning', children }: { icon?: IconName; children: ReactNode }) {
  return (
    <div data-testid="notice" className="flex gap-3 border-s-4 border-action bg-sunken px-4 py-3">
      <Icon name={icon} className="mt-0.5 size-5 text-action" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}
