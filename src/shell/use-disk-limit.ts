import { useStore } from '#src/kit/use-store.ts'
import { server_info } from './server-info.ts'

const words = { enforced: '写满后无法再写入', measured: '用量定期测量，超出上限后实例会被关机，数据保留' } as const

/** What happens to whoever writes more than a data disk holds, as this platform's hosts have it; empty until the shell has asked. */
export function useDiskLimit(): string {
  const info = useStore(server_info)
  return info ? `${words[info.disks.data]}。` : ''
}
