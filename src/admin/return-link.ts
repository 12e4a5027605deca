import { safeUrl } from '#src/auth/safe-path.ts'
import { paths } from '#src/paths.ts'

export interface WayBack {
  to: string
  /** Verb first, as on the button. */
  label: string
}

const words: readonly [string, string][] = [
  [paths.my_orders, '去支付订单'],
  [paths.create_instance(), '继续创建实例'],
  [paths.container_instances, '返回容器实例'],
  [paths.data_overview, '返回总览'],
  [paths.market, '返回算力市场'],
]

/** Where the `return` of a query leads after a detour, or null when it is no page of ours (product §2). */
export function wayBack(search: URLSearchParams): WayBack | null {
  const to = safeUrl(search.get('return'))
  return to ? { to, label: words.find(([path]) => to.startsWith(path))?.[1] ?? '返回之前的页面' } : null
}
