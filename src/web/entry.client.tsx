import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { langOfPath } from '#domain/lang.ts'
import { overwriteGetLocale } from './i18n/messages/runtime.js'

overwriteGetLocale(() => langOfPath(window.location.pathname))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
