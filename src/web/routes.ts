import { type RouteConfig, route } from '@react-router/dev/routes'
import { PAGES, PREFIXES } from './i18n/paths.ts'

const routes: RouteConfig = PREFIXES.flatMap((prefix) => [
  ...Object.entries(PAGES).map(([page, { path, file }]) =>
    route(prefix + path, file, { id: `${prefix.slice(1) || 'root'}-${page}`, caseSensitive: true }),
  ),
  route(`${prefix}/*`, 'pages/not-found.tsx', {
    id: `${prefix.slice(1) || 'root'}-not-found`,
    caseSensitive: true,
  }),
])

export default routes
