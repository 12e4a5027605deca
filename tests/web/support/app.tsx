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
import { current_user } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { entryOf } from './entries.ts'
import { serveGuards } from './guards.ts'
import { aUser, storeToken } from './people.ts'
import { aServerInfo } from './server-info.ts'
import { on, server } from './wire.ts'

afterEach(() => {
  session.clear()
  current_user.clear()
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
export function openApp(address: string, { user = aUser(), resources, entries = resources?.map(entryOf) }: World = {}): void {
  on(platform.server_info, () => aServerInfo())
  on(activities.list, () => [])
  on(banners.list, () => [])
  on(platform.common_resource, ({ query }) => ({ key: query.key, value: null }))
  on(views.list, () => ({ items: [], total: 0 }))
  serveGuards()
  on(products.home, () => ({ data: [] }))
  on(products.list, () => ({ items: [], total: 0 }))
  on(products.regions, () => [])
  on(products.models, () => [])
  server.use(http.get('*/sse/*', () => new HttpResponse(null, { status: 204 })))
  if (user) {
    storeToken()
    on(users.get, () => user)
    on(notifications.unreaded_count, () => ({ count: 0 }))
  }
  window.history.replaceState(null, '', address)
  render(<App {...(entries && { resources: entries })} />)
}

/** Where the browser stands now. */
export const address = (): string => window.location.pathname + window.location.search

/** The title of the page, once it is there. */
export const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })
