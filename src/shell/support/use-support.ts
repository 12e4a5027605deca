import { useEffect } from 'react'
import { useStore } from '#src/kit/use-store.ts'
import { type ServerInfo, server_info } from '#src/shell/server-info.ts'

/** How people reach the company; null until the platform has been heard. */
export function useSupport(): Pick<ServerInfo, 'qrcodes' | 'contact'> | null {
  const info = useStore(server_info)
  useEffect(() => {
    void server_info.load()
  }, [])
  return info
}
