import { useEffect } from 'react'
import { type ServerInfo, serverInfoStore } from '#src/ui/server-info.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Returns the company's contacts; null until the server info has loaded. */
export function useSupport(): Pick<ServerInfo, 'qrcodes' | 'contact'> | null {
  const info = useStore(serverInfoStore)
  useEffect(() => {
    void serverInfoStore.load()
  }, [])
  return info
}
