import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { activities } from '#contract/activities.ts'
import { banners } from '#contract/banners.ts'
import { notifications } from '#contract/notifications.ts'
import { platform } from '#contract/platform.ts'
import { type StreamMessage, stream_path } from '#contract/stream.ts'
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
import { current_user } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { serveGuards } from './guards.ts'
import { aToken, aUser, storeToken } from './people.ts'
import { aServerInfo } from './server-info.ts'
import { on, server } from './wire.ts'

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
export async function openApp(path: string, { user = aUser(), answer }: Options = {}): Promise<OpenedApp> {
  let loads = 0
  let hear: (line: ReadableStreamDefaultController<Uint8Array>) => void = () => undefined
  const listening = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
    hear = resolve
  })
  session.clear()
  current_user.clear()
  toast.clear()
  if (user) storeToken(aToken({ userId: user.id }))
  on(users.get, () => {
    loads += 1
    return user ?? aUser()
  })
  on(notifications.unreaded_count, () => ({ count: 0 }))
  serveGuards()
  on(views.list, () => ({ items: [], total: 0 }))
  on(activities.list, () => [])
  on(banners.list, () => [])
  on(platform.common_resource, ({ query }) => ({ key: query.key, value: null }))
  on(platform.server_info, () => aServerInfo({ now: new Date().toISOString() }))
  server.use(
    http.get(`*${stream_path}`, () => {
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
