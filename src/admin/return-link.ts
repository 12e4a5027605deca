import { paths } from '#src/paths.ts'
import { toSafePath } from '#src/ui/safe-path.ts'

export interface ReturnLink {
  to: string
  /** Label that starts with the verb, as on the button. */
  label: string
}

const returnLabels: readonly [string, string][] = [
  [paths.myOrders, '去支付订单'],
  [paths.createInstance(), '继续创建实例'],
  [paths.containerInstances, '返回容器实例'],
  [paths.dataOverview, '返回总览'],
  [paths.market, '返回算力市场'],
]

/** Returns the target of the `return` query parameter after a detour; null if it is not a page of this site (product §2). */
export function findReturnLink(search: URLSearchParams): ReturnLink | null {
  const to = toSafePath(search.get('return'))
  return to ? { to, label: returnLabels.find(([path]) => to.startsWith(path))?.[1] ?? '返回之前的页面' } : null
}
