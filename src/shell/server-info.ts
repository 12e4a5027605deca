import type { DataOf } from '#contract/endpoint.ts'
import type { platform } from '#contract/platform.ts'
import { createStore } from '#src/kit/store.ts'

export type ServerInfo = DataOf<typeof platform.server_info>

const store = createStore<ServerInfo | null>(null)
let asked: Promise<void> | null = null

/** Brand, filing number and what is simulated; asked for once. Until it is known, the page speaks without it. */
export const server_info = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  load: (): Promise<void> => {
    asked ??= import('./requests.ts')
      .then(({ getServerInfo }) => getServerInfo())
      .then(store.set)
      .catch(() => {
        asked = null
      })
    return asked
  },
}
