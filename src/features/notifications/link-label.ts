import { paths } from '#src/paths.ts'

const linkLabels: readonly [string, string][] = [
  [paths.incomeDetail, '查看收支明细'],
  [paths.myOrders, '查看订单'],
  [paths.containerInstances, '查看实例'],
  [paths.recharge, '去充值'],
  [paths.certificationDetails, '查看实名认证'],
  [paths.subAccounts, '查看子账号'],
  [paths.accountMessage, '查看账户信息'],
  [paths.accountSecurity, '查看账户安全'],
]

/** What the way on from a notification is called. */
export const formatLinkLabel = (link: string): string => linkLabels.find(([path]) => link.startsWith(path))?.[1] ?? '查看相关页面'
