import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { activities } from '#contract/activities.ts'
import { banners } from '#contract/banners.ts'
import { notifications } from '#contract/notifications.ts'
import { platform } from '#contract/platform.ts'
import { type StreamMessage, streamPath } from '#contract/stream.ts'
import { type UserInfo, users } from '#contract/users.ts'
import { views } from '#contract/views.ts'
import { App } from '#src/app/App.tsx'
// the app loads it lazily; here it is ready before the clock of the first test runs
import '#src/app/SignedInConsole.tsx'
import '#src/app/ConsoleApp.tsx'
import '#src/app/live-session.ts'
import '#src/app/SiteSubpages.tsx'
import '#src/session/load-user.ts'
import '#src/session/shared-stream.ts'
import '#src/ui/header/requests.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { serveGuards } from './guards.ts'
import { buildToken, buildUser, storeToken } from './people.ts'
import { buildServerInfo } from './server-info.ts'
import { mockCall, mswServer } from './wire.ts'

const sse = { headers: { 'content-type': 'text/event-stream' } }
const encoder = new TextEncoder()

export interface OpenedApp {
  /** Says something on the live stream, once the app listens. */
  push: (message: StreamMessage) => Promise<void>
  /** How often the user info was asked for. */
  userLoads: () => number
  unmount: () => void
}

interface Options {
  /** null is a visitor. */
  user?: UserInfo | null
  /** Answers of one's own, instead of the usual ones. */
  answer?: () => void
}

/** The real app at an address, with what every page of it asks for answered; resolves when the page has its heading. */
export async function openApp(path: string, { user = buildUser(), answer }: Options = {}): Promise<OpenedApp> {
  let loads = 0
  let hear: (line: ReadableStreamDefaultController<Uint8Array>) => void = () => undefined
  const listening = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
    hear = resolve
  })
  session.clear()
  currentUser.clear()
  toast.clear()
  if (user) storeToken(buildToken({ userId: user.id }))
  mockCall(users.get, () => {
    loads += 1
    return user ?? buildUser()
  })
  mockCall(notifications.unreaded_count, () => ({ count: 0 }))
  serveGuards()
  mockCall(views.list, () => ({ items: [], total: 0 }))
  mockCall(activities.list, () => [])
  mockCall(banners.list, () => [])
  mockCall(platform.common_resource, ({ query }) => ({ key: query.key, value: null }))
  mockCall(platform.server_info, () => buildServerInfo({ now: new Date().toISOString() }))
  mswServer.use(
    http.get(`*${streamPath}`, () => {
      const body = new ReadableStream<Uint8Array>({ start: hear })
      return new HttpResponse(body, sse)
    }),
  )
  answer?.()
  window.history.replaceState(null, '', path)
  const { unmount } = render(<App />)
  await screen.findByRole('heading', { level: 1 })
  return {
    push: async (message) => (await listening).enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`)),
    userLoads: () => loads,
    unmount,
  }
}
