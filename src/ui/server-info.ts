import type { EndpointData } from '#contract/endpoint.ts'
import type { platform } from '#contract/platform.ts'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

export type ServerInfo = EndpointData<typeof platform.server_info>

const store = createStore<ServerInfo | null>(null)
let pendingLoad: Promise<void> | null = null

/** Brand, filing number and simulated services; fetched once. Until it has loaded, the page renders without it. */
export const serverInfoStore = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  load: (): Promise<void> => {
    pendingLoad ??= import('./header/requests.ts')
      .then(({ fetchServerInfo }) => fetchServerInfo())
      .then(store.set)
      .catch(() => {
        pendingLoad = null
      })
    return pendingLoad
  },
}

const allOffers: ServerInfo['offers'] = { wechat: true, mail: true, invoicing: true, ssh: true, organisations: false }

/**
 * Returns the optional features of this installation. Until the server info has loaded, all count as offered but sign-in by an
 * organisation, which few have; so does one that an older node does not name.
 */
export const getServerOffers = (): ServerInfo['offers'] => ({ ...allOffers, ...serverInfoStore.get()?.offers })
export const useServerOffers = (): ServerInfo['offers'] => ({ ...allOffers, ...useStore(serverInfoStore)?.offers })
