import type { DataOf } from '#contract/endpoint.ts'
import type { platform } from '#contract/platform.ts'
import { createStore } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'

export type ServerInfo = DataOf<typeof platform.server_info>

const store = createStore<ServerInfo | null>(null)
let asked: Promise<void> | null = null

/** Brand, filing number and what is simulated; asked for once. Until it is known, the page speaks without it. */
export const server_info = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  load: (): Promise<void> => {
    asked ??= import('./header/requests.ts')
      .then(({ getServerInfo }) => getServerInfo())
      .then(store.set)
      .catch(() => {
        asked = null
      })
    return asked
  },
}

const all_offers: ServerInfo['offers'] = { wechat: true, mail: true, invoicing: true }

/** What this installation offers beside what every one does. Whoever shows the brand asks for it; until it is known, all is taken for offered. */
export const offersNow = (): ServerInfo['offers'] => server_info.get()?.offers ?? all_offers
export const useOffers = (): ServerInfo['offers'] => useStore(server_info)?.offers ?? all_offers

const disk_words = { enforced: '写满后无法再写入', measured: '用量定期测量，超出上限后实例会被关机，数据保留' } as const

/** What happens to whoever writes more than a data disk holds, as this platform's hosts have it; empty until the shell has asked. */
export function useDiskLimit(): string {
  const info = useStore(server_info)
  return info ? `${disk_words[info.disks.data]}。` : ''
}
