import type { EndpointGroup } from '#api/endpoints.ts'
import type { Page } from '../../routing/paths.ts'

/** The page of each group of endpoints, in their order. */
export const GROUP_PAGES = {
  files: 'developersFiles',
  background: 'developersBackground',
  conversions: 'developersConversions',
  session: 'developersSession',
  account: 'developersAccount',
  protection: 'developersProtection',
  purchases: 'developersPurchases',
  site: 'developersSite',
} as const satisfies Record<EndpointGroup, Page>

export const GROUPS = Object.keys(GROUP_PAGES) as readonly EndpointGroup[]

export const groupOf = (page: Page | undefined): EndpointGroup | undefined =>
  GROUPS.find((group) => GROUP_PAGES[group] === page)
