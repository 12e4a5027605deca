import type { AuthProvider, CanParams, DataProvider } from '@refinedev/core'
import { render } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, vi } from 'vitest'
import type { UserInfo } from '#contract/users.ts'
import type { Resource } from '#src/admin/resource.ts'
import ConsoleWorld from '#src/app/ConsoleApp.tsx'
import type { ConsoleProviders } from '#src/app/ConsoleRefine.tsx'
import { Root } from '#src/app/Root.tsx'
// loaded lazily in the console; here they are ready before the clock of the first test runs
import '#src/admin/form/ResourceCreatePage.tsx'
import '#src/admin/list/ResourceListPage.tsx'
import { toast } from '#src/ui/toast.ts'
import { buildResourceEntry } from './entries.ts'
import { buildUser } from './people.ts'

afterEach(() => toast.clear())

/** A data provider of these answers; whatever else is asked is never answered. */
export const mockData = (answers: Partial<DataProvider>): DataProvider => {
  const silence = () => new Promise<never>(() => undefined)
  return {
    getApiUrl: () => '',
    ...{ getList: silence, getOne: silence, create: silence, update: silence, deleteOne: silence, custom: silence },
    ...answers,
  }
}

/** Somebody signed in as this user. */
export const mockAuth = (user: UserInfo = buildUser()): AuthProvider => ({
  login: async () => ({ success: true }),
  logout: async () => ({ success: true }),
  check: async () => ({ authenticated: true }),
  onError: async () => ({}),
  getIdentity: async () => user,
})

/** Lets everything be done but what this refuses. */
export const mockAccess = (refuses: (asked: CanParams) => boolean): ConsoleProviders['accessControlProvider'] => ({
  can: async (asked) => ({ can: !refuses(asked) }),
})

interface Options {
  at: string
  /** Instead of all there are. */
  resources?: readonly Resource[]
}

/** The real console, its frame, menu, routes and resources, on Refine's providers: no server and no network stands behind it. */
export function renderConsole(
  { dataProvider, authProvider = mockAuth(), accessControlProvider }: ConsoleProviders,
  options: Options,
) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined)) // what the frame asks by itself
  window.history.replaceState(null, '', options.at)
  return render(
    <BrowserRouter>
      <Root>
        <ConsoleWorld
          resources={options.resources?.map(buildResourceEntry)}
          providers={{
            dataProvider: dataProvider ?? mockData({}),
            authProvider,
            ...(accessControlProvider && { accessControlProvider }),
          }}
        />
      </Root>
    </BrowserRouter>,
  )
}
