import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach } from 'vitest'
import { activities } from '#contract/activities.ts'
import { banners } from '#contract/banners.ts'
import { notifications } from '#contract/notifications.ts'
import { platform } from '#contract/platform.ts'
import { products } from '#contract/products.ts'
import { type UserInfo, users } from '#contract/users.ts'
import { views } from '#contract/views.ts'
import { App } from '#src/app/App.tsx'
// the app loads them lazily; here they are ready before the clock of the first test runs
import '#src/app/SignedInConsole.tsx'
import '#src/app/ConsoleApp.tsx'
import '#src/app/live-session.ts'
import '#src/app/SiteSubpages.tsx'
import '#src/session/load-user.ts'
import '#src/session/shared-stream.ts'
import '#src/ui/header/requests.ts'
import '#src/admin/list/ResourceListPage.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { buildResourceEntry } from './entries.ts'
import { serveGuards } from './guards.ts'
import { buildUser, storeToken } from './people.ts'
import { buildServerInfo } from './server-info.ts'
import { mockCall, mswServer } from './wire.ts'

afterEach(() => {
  session.clear()
  currentUser.clear()
  toast.clear()
})

interface World {
  /** Who is signed in; `null` is a visitor. */
  user?: UserInfo | null
  resources?: readonly Resource[]
  /** The same, where it matters when they are loaded. */
  entries?: readonly ResourceEntry[] | undefined
}

/** Opens the whole app at this address, with what every page asks of the server. */
export function renderWholeApp(
  address: string,
  { user = buildUser(), resources, entries = resources?.map(buildResourceEntry) }: World = {},
): void {
  mockCall(platform.server_info, () => buildServerInfo())
  mockCall(activities.list, () => [])
  mockCall(banners.list, () => [])
  mockCall(platform.common_resource, ({ query }) => ({ key: query.key, value: null }))
  mockCall(views.list, () => ({ items: [], total: 0 }))
  serveGuards()
  mockCall(products.home, () => ({ data: [] }))
  mockCall(products.list, () => ({ items: [], total: 0 }))
  mockCall(products.regions, () => [])
  mockCall(products.models, () => [])
  mswServer.use(http.get('*/sse/*', () => new HttpResponse(null, { status: 204 })))
  if (user) {
    storeToken()
    mockCall(users.get, () => user)
    mockCall(notifications.unreaded_count, () => ({ count: 0 }))
  }
  window.history.replaceState(null, '', address)
  render(<App {...(entries && { resources: entries })} />)
}

/** Where the browser stands now. */
export const getAddress = (): string => window.location.pathname + window.location.search

/** The title of the page, once it is there. */
export const findPageTitle = (name: string) => screen.findByRole('heading', { level: 1, name })
