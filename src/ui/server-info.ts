import type { EndpointData } from '#contract/endpoint.ts'
import type { platform } from '#contract/platform.ts'
import { createStore } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'

export type ServerInfo = EndpointData<typeof platform.server_info>

const store = createStore<ServerInfo | null>(null)
let pendingLoad: Promise<void> | null = null

/** Brand, filing number and what is simulated; asked for once. Until it is known, the page speaks without it. */
export const serverInfoStore = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  load: (): Promise<void> => {
    pendingLoad ??= import('./header/requests.ts')
      .then(({ fetchServerInfo: getServerInfo }) => getServerInfo())
      .then(store.set)
      .catch(() => {
        pendingLoad = null
      })
    return pendingLoad
  },
}

const allOffers: ServerInfo['offers'] = { wechat: true, mail: true, invoicing: true }

/** What this installation offers beside what every one does. Whoever shows the brand asks for it; until it is known, all is taken for offered. */
export const getServerOffers = (): ServerInfo['offers'] => serverInfoStore.get()?.offers ?? allOffers
export const useServerOffers = (): ServerInfo['offers'] => useStore(serverInfoStore)?.offers ?? allOffers

const diskLimitTexts = { enforced: '写满后无法再写入', measured: '用量定期测量，超出上限后实例会被关机，数据保留' } as const

/** What happens to whoever writes more than a data disk holds, as this platform's hosts have it; empty until the shell has asked. */
export function useDiskLimitText(): string {
  const info = useStore(serverInfoStore)
  return info ? `${diskLimitTexts[info.disks.data]}。` : ''
}
