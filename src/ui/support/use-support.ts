import { useEffect } from 'react'
import { type ServerInfo, server_info } from '#src/ui/server-info.ts'
import { useStore } from '#src/ui/use-store.ts'

/** How people reach the company; null until the platform has been heard. */
export function useSupport(): Pick<ServerInfo, 'qrcodes' | 'contact'> | null {
  const info = useStore(server_info)
  useEffect(() => {
    void server_info.load()
  }, [])
  return info
}
