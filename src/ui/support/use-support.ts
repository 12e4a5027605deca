import { useEffect } from 'react'
import { type ServerInfo, serverInfoStore } from '#src/ui/server-info.ts'
import { useStore } from '#src/ui/use-store.ts'

/** How people reach the company; null until the platform has been heard. */
export function useSupport(): Pick<ServerInfo, 'qrcodes' | 'contact'> | null {
  const info = useStore(serverInfoStore)
  useEffect(() => {
    void serverInfoStore.load()
  }, [])
  return info
}
