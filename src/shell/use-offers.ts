import { useStore } from '#src/kit/use-store.ts'
import { type ServerInfo, server_info } from './server-info.ts'

/** What this installation offers beside what every one does. Whoever shows the brand asks for it; until it is known, all is taken for offered. */
export const useOffers = (): ServerInfo['offers'] => useStore(server_info)?.offers ?? { wechat: true, mail: true }
